import { emailTypedAt, onlyJoins } from '#server/clients/data.ts';
import type { Query } from '#server/kernel/db.ts';
import type { ClientLine, KnownClient } from '#shared/admin/importing/domain.ts';

/** One import of a centre at a time: two who bring the same file come one after the other. */
export function lockImport(): Query {
  return {
    text: 'select tenant_id from tenants where tenant_id = app_tenant() for no key update',
    values: [],
  };
}

// An address that was only typed is nobody's: it tells nothing of who they are.
const ownEmail = `case when ${emailTypedAt('clients')} is null then email else '' end`;
const person = `id, first_name as "firstName", last_name as "lastName", ${ownEmail} as email, phone, id_country as "idCountry",
  id_code as "idCode", birth_date as "birthDate"`;

/**
 * Clients who may be those of the lines: with their code, their address, or somebody's name. Who only joins is not among
 * them.
 */
export function listAlike(lines: readonly ClientLine[]): Query<KnownClient> {
  return {
    text: `select ${person} from clients where tenant_id = app_tenant()
      and (id_code = any($1) or lower(email) = any($2) or lower(last_name) = any($3))
      and not ${onlyJoins('clients.id')}`,
    values: [
      lines.flatMap(({ idCode }) => idCode ?? []),
      lines.flatMap(({ email }) => (email === '' ? [] : [email])),
      [...new Set(lines.map(({ lastName }) => lastName.toLowerCase()))],
    ],
  };
}

export function insertClients(lines: readonly ClientLine[]): Query {
  return {
    text: `insert into clients (id, code, first_name, last_name, email, phone, address, city, county, zip, id_country,
        id_code, birth_date)
      select n.id, 'K' || n.id, n."firstName", n."lastName", n.email, n.phone, n.address, n.city, n.county, n.zip,
        n."idCountry", n."idCode", n."birthDate"
      from (select nextval(pg_get_serial_sequence('clients', 'id'))::integer as id, l.*
        from jsonb_to_recordset($1::jsonb) as l ("firstName" text, "lastName" text, email text, phone text, address text,
          city text, county text, zip text, "idCountry" text, "idCode" text, "birthDate" date)) as n`,
    values: [JSON.stringify(lines)],
  };
}
