import type { Query } from '#server/kernel/db.ts';
import type { ConsentPurpose, consentSources } from '#shared/privacy/domain.ts';

/** Something agreed to, or withdrawn. */
export interface NewConsent {
  readonly clientId: number;
  readonly purpose: ConsentPurpose;
  readonly isGiven: boolean;
  readonly source: (typeof consentSources)[number];
  /** In which it was read. */
  readonly language: string;
  readonly now: string;
}

/**
 * Writes down that terms were agreed to, with the very text that stands at the centre now: goes into the transaction of what
 * they are agreed to for, behind the client's own row.
 */
export function agreeToTerms(consent: Omit<NewConsent, 'isGiven'>): Query {
  return {
    text: `with shown as (
        select case when texts -> 'buyingTerms' -> $4 is null then default_language else $4 end as language, texts
        from tenants where tenant_id = app_tenant()),
      read as (
        select language, texts -> 'buyingTerms' -> language as body,
          left(encode(sha256(convert_to((texts -> 'buyingTerms' -> language)::text, 'UTF8')), 'hex'), 12) as version
        from shown where texts -> 'buyingTerms' -> language is not null),
      stored as (
        insert into consent_texts (version, language, body, seen_at) select version, language, body, $5 from read
        on conflict do nothing)
      insert into consents (client_id, purpose, is_given, version, language, source, at)
        select $1, $2, true, (select version from read), $4, $3, $5`,
    values: [consent.clientId, consent.purpose, consent.source, consent.language, consent.now],
  };
}

/**
 * Writes down a choice, where it is another than the one before. What was never asked counts as not given, but
 * for notices by SMS, which come by default.
 */
export function saveChoice(consent: NewConsent): Query {
  return {
    text: `insert into consents (client_id, purpose, is_given, language, source, at)
      select $1, $2, $3, $5, $4, $6 where $3::boolean is distinct from coalesce(
        (select is_given from consents where tenant_id = app_tenant() and client_id = $1 and purpose = $2 order by id desc limit 1),
        case when $2 <> 'smsNotices' then false end)`,
    values: [
      consent.clientId,
      consent.purpose,
      consent.isGiven,
      consent.source,
      consent.language,
      consent.now,
    ],
  };
}

/** Withdraws whatever can be withdrawn and is given. */
export function withdrawAll(clientId: number, now: string): Query {
  return {
    text: `insert into consents (client_id, purpose, is_given, language, source, at)
      select client_id, purpose, false, language, 'erasure', $2 from (
        select distinct on (purpose) client_id, purpose, is_given, language from consents
        where tenant_id = app_tenant() and client_id = $1
          and purpose in ('marketingMail', 'marketingSms', 'smsNotices', 'substituteSms')
        order by purpose, id desc) as latest where is_given`,
    values: [clientId, now],
  };
}

export interface ConsentRow {
  readonly id: number;
  readonly purpose: ConsentPurpose;
  readonly isGiven: boolean;
  readonly version: string | null;
  readonly language: string;
  readonly source: (typeof consentSources)[number];
  readonly at: string;
}

/** The latest so many, and of each purpose the latest, in the order they were written: somebody may change their mind all day. */
export function listConsents(clientId: number): Query<ConsentRow> {
  return {
    text: `with own as (select * from consents where tenant_id = app_tenant() and client_id = $1)
      select id, purpose, is_given as "isGiven", version, language, source, at from own
      where id in (select id from own order by id desc limit 100)
        or id in (select max(id) from own group by purpose)
      order by id`,
    values: [clientId],
  };
}
