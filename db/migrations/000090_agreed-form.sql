-- The form that a contract was made from, until its holder was settled: what is typed into the draft while its payment is
-- under way was agreed to by nobody.
alter table joins add column agreed jsonb;
update joins set agreed = form where state in ('paying', 'joined') and settled_at is null and form ? 'productId';
