-- A client has one contract of a package that waits for its first payment. Of several made by pressing again the latest
-- stays; whoever pays for one given up gets it all the same.
update contracts c set state = 'dropped'
where state = 'pending' and exists (select from contracts d where d.tenant_id = c.tenant_id and d.client_id = c.client_id
  and d.product_id = c.product_id and d.state = 'pending' and d.id > c.id);
create unique index contracts_one_pending on contracts (tenant_id, client_id, product_id) where state = 'pending';
