-- Anybody may type an id code: what is kept of a joining for its owner is the address alone, and nothing where whom it was
-- made for has a login of their own.
update joins set form = '{}'
  where settled_at is not null and taken_over_at is null and form <> '{}'
    and exists (select from accounts a where a.tenant_id = joins.tenant_id and a.client_id = joins.client_id);
update joins set form = jsonb_build_object('email', form ->> 'email')
  where settled_at is not null and form ? 'idCode';
