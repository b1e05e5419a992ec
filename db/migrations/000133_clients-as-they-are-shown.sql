-- What is kept of a client has the bounds of the form that shows it: one row beyond them took the office's whole list with it.
update clients set phone = left(phone, 40) where char_length(phone) > 40;
update clients set first_name = left(first_name, 100), last_name = left(last_name, 100)
  where char_length(first_name) > 100 or char_length(last_name) > 100;
update clients set address = left(address, 200), city = left(city, 100), county = left(county, 100), zip = left(zip, 20)
  where char_length(address) > 200 or char_length(city) > 100 or char_length(county) > 100 or char_length(zip) > 20;
alter table clients add constraint clients_as_shown check (
  char_length(phone) <= 40 and char_length(first_name) <= 100 and char_length(last_name) <= 100
  and char_length(address) <= 200 and char_length(city) <= 100 and char_length(county) <= 100 and char_length(zip) <= 20);
