-- When the first hold of a training ends is asked with every booking: found without reading the places held.
create index registrations_held_of_training on registrations (tenant_id, training_id, held_until)
  where state in ('offered', 'releasing');
