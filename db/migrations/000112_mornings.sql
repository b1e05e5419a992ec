-- Staff who want to be told each morning what waits for them that day, and up to which day a centre's were told.
alter table accounts add column takes_morning_mail boolean not null default false;
alter table reminder_marks add column morning_on date;
