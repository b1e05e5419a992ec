-- Codes of tickets and vouchers that were shown at the desk stood in the trail as they are, until calls were kept without them
-- (what is kept now says so: `redact`). Whoever reads the trail could have shown them once more.
update audit_trail set input = jsonb_set(input, '{params,cardCode}', '"•••"')
  where input -> 'params' ? 'cardCode' and input #>> '{params,cardCode}' <> '•••';
update audit_trail set input = jsonb_set(input, '{body,cardCode}', '"•••"')
  where input -> 'body' ? 'cardCode' and input #>> '{body,cardCode}' <> '•••';
