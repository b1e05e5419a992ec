-- Offers and news go to those alone who agreed to them by that way; a consent withdrawn before the copy goes out counts.
alter table messages add column is_offer boolean not null default false;
