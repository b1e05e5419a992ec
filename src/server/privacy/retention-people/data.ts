import type { RetainedTable } from '../retention/data.ts';

const nameless = 'names nobody once the client has no name';
const ofClient = 'k.client_id = $1';
const ofAccount = 'k.account_id = any($2)';

/** Who somebody is, what they booked, what they were told and agreed to, in the order of the download. */
export const peoplesTables: readonly RetainedTable[] = [
  {
    ...{ table: 'clients', of: 'k.id = $1', part: 'person', isClosing: true },
    fields: {
      ...{ clientNumber: 'k.code', firstName: 'k.first_name', lastName: 'k.last_name', email: 'k.email' },
      ...{ phone: 'k.phone', idCountry: 'k.id_country', idCode: 'k.id_code', birthDate: 'k.birth_date' },
      idShownAt: 'k.id_shown_at',
      ...{ address: 'k.address', city: 'k.city', county: 'k.county', zip: 'k.zip', guardian: 'k.guardian' },
      ...{ isBlocked: 'k.is_blocked', bannedUntil: 'k.banned_until', noticeMinutes: 'k.notice_minutes' },
    },
    erasing: {
      kind: 'emptied',
      set: {
        ...{
          first_name: `''`,
          last_name: `''`,
          email: `''`,
          phone: `''`,
          id_country: 'null',
          id_code: 'null',
          id_shown_at: 'null',
        },
        ...{ birth_date: 'null', address: `''`, city: `''`, county: `''`, zip: `''`, guardian: 'null' },
        ...{ is_blocked: 'true', banned_until: 'null' },
      },
    },
  },
  {
    ...{ table: 'accounts', of: ofClient, part: 'account', isClosing: true },
    fields: {
      email: 'k.email',
      username: 'k.username',
      language: 'k.language',
      substituteSms: 'k.takes_substitute_sms',
    },
    erasing: {
      kind: 'emptied',
      set: {
        ...{
          email: `'erased-' || gen_random_uuid() || '@erased.invalid'`,
          username: `'erased-' || gen_random_uuid()`,
        },
        ...{ password_hash: `'-'`, is_blocked: 'true' },
        ...{ trainer_id: 'null', takes_substitute_sms: 'false' },
      },
    },
  },
  {
    ...{ table: 'sessions', of: ofAccount, part: 'devices', order: 'k.created_at', isClosing: true },
    fields: {
      ...{ createdAt: 'k.created_at', lastUsedAt: 'k.rotated_at', validUntil: 'k.expires_at' },
      ...{ endedAt: 'k.ended_at', device: 'k.device' },
    },
    erasing: { kind: 'removed' },
  },
  {
    ...{ table: 'password_resets', of: ofAccount, part: { notGiven: 'links that can no longer be read' } },
    ...{ isClosing: true, erasing: { kind: 'removed' } },
  },
  {
    ...{ table: 'totp_secrets', of: ofAccount, part: { notGiven: 'a secret, which the app has' } },
    ...{ isClosing: true, erasing: { kind: 'removed' } },
  },
  {
    ...{ table: 'recovery_codes', of: ofAccount, part: { notGiven: 'codes that can no longer be read' } },
    ...{ isClosing: true, erasing: { kind: 'removed' } },
  },
  {
    ...{ table: 'passkeys', of: ofAccount, part: 'passkeys', order: 'k.created_at', isClosing: true },
    fields: { name: 'k.name', createdAt: 'k.created_at', lastUsedAt: 'k.last_used_at' },
    erasing: { kind: 'removed' },
  },
  {
    ...{ table: 'external_identities', of: ofAccount, part: 'identities', order: 'k.created_at' },
    ...{ isClosing: true, erasing: { kind: 'removed' } },
    fields: { provider: 'k.provider', createdAt: 'k.created_at', lastUsedAt: 'k.last_used_at' },
  },
  {
    ...{ table: 'factor_resets', of: ofAccount, part: 'factorResets', order: 'k.asked_at', isClosing: true },
    fields: { createdAt: 'k.asked_at', validUntil: 'k.expires_at', endedAt: 'k.ended_at' },
    erasing: { kind: 'removed' },
  },
  {
    ...{ table: 'challenges', of: ofAccount, part: { notGiven: 'questions of the last minutes' } },
    ...{ isClosing: true, erasing: { kind: 'removed' } },
  },
  {
    ...{
      table: 'email_changes',
      of: ofAccount,
      part: 'emailChanges',
      order: 'k.created_at',
      isClosing: true,
    },
    fields: { email: 'k.email', createdAt: 'k.created_at', validUntil: 'k.expires_at', endedAt: 'k.used_at' },
    erasing: { kind: 'removed' },
  },
  {
    ...{ table: 'entry_devices', of: ofClient, part: 'entryDevices', order: 'k.created_at', isClosing: true },
    fields: { createdAt: 'k.created_at', endedAt: 'k.revoked_at' },
    erasing: { kind: 'removed' },
  },
  {
    ...{ table: 'keycards', of: ofClient, part: 'keycards', order: 'k.created_at', isClosing: true },
    fields: { provider: 'k.provider', createdAt: 'k.created_at', endedAt: 'k.ended_at' },
    erasing: { kind: 'removed' },
  },
  {
    of: 'k.keycard_id in (select id from keycards where tenant_id = app_tenant() and client_id = $1)',
    ...{ table: 'keycard_devices', part: 'keycardPhones', order: 'k.created_at', isClosing: true },
    fields: { createdAt: 'k.created_at' },
    erasing: { kind: 'removed' },
  },
  {
    ...{
      table: 'idempotency_keys',
      of: ofAccount,
      part: { notGiven: 'answers kept for two days against doubling' },
    },
    ...{ isClosing: true, erasing: { kind: 'removed' } },
  },
  {
    ...{ table: 'calendar_feeds', of: ofAccount, part: 'feeds', order: 'k.created_at', isClosing: true },
    fields: { createdAt: 'k.created_at' },
    erasing: { kind: 'removed' },
  },
  {
    ...{ table: 'push_subscriptions', of: ofClient, part: 'pushes', order: 'k.created_at', isClosing: true },
    fields: { createdAt: 'k.created_at', address: 'k.endpoint' },
    erasing: { kind: 'removed' },
  },
  {
    ...{ table: 'notice_choices', of: ofClient, part: 'noticeChoices', isClosing: true },
    fields: { choices: 'k.choices' },
    erasing: { kind: 'removed' },
  },
  {
    ...{ table: 'registrations', of: ofClient, part: 'registrations', order: 'k.starts_at' },
    with: 'join trainings t on t.tenant_id = k.tenant_id and t.id = k.training_id',
    fields: {
      ...{
        name: 't.name',
        startsAt: 'k.starts_at',
        endsAt: 'k.ends_at',
        state: 'k.state',
        createdAt: 'k.created_at',
      },
      ...{ endedAt: 'k.ended_at', isPresent: 'k.presence', place: 'k.place', freeUntil: 'k.free_until' },
      ...{ isStrike: `k.state in ('noShow', 'cancelledLate') and k.strike_waived_at is null` },
      ...{ strikeWaivedAt: 'k.strike_waived_at', reason: 'k.strike_waived_reason' },
      cover: `(select c.kind || coalesce(' ' || c.settled, '') from registration_covers c where c.tenant_id = app_tenant() and c.registration_id = k.id)`,
    },
    erasing: {
      kind: 'emptied',
      set: { strike_waived_reason: `'–'` },
      where: 'k.strike_waived_reason is not null',
    },
  },
  {
    ...{ table: 'queue_moves', part: 'waiting', order: 'k.id', erasing: { kind: 'kept', why: nameless } },
    of: `exists (select from registrations r where r.tenant_id = app_tenant() and r.id = k.registration_id
      and r.client_id = $1)`,
    with: 'join trainings t on t.tenant_id = k.tenant_id and t.id = k.training_id',
    fields: {
      name: 't.name',
      startsAt: 't.starts_at',
      kind: 'k.kind',
      createdAt: 'k.moved_at',
      reason: 'k.reason',
    },
  },
  {
    ...{ table: 'entries', of: ofClient, part: 'entries', order: 'k.id' },
    with: 'join doors d on d.tenant_id = k.tenant_id and d.id = k.door_id',
    fields: {
      ...{
        name: 'd.name',
        direction: 'k.direction',
        createdAt: 'k.at',
        state: 'k.result',
        reason: 'k.reason',
      },
      cover: 'k.by',
    },
    erasing: { kind: 'emptied', set: { note: `'–'` }, where: 'k.note is not null' },
  },
  {
    ...{ table: 'feedback', of: ofClient, part: 'feedback', order: 'k.id' },
    with: 'join trainings t on t.tenant_id = k.tenant_id and t.id = k.training_id',
    fields: {
      ...{ name: 't.name', startsAt: 't.starts_at', trainingRating: 'k.training_rating' },
      ...{ trainerRating: 'k.trainer_rating', thought: `nullif(k.thought, '')`, isShared: 'k.is_shared' },
      ...{ state: 'k.state', createdAt: 'k.created_at', changedAt: 'k.changed_at' },
    },
    // The ratings stay as numbers; what was written goes, and whose it was.
    erasing: {
      kind: 'emptied',
      set: { client_id: 'null', thought: `''`, is_shared: 'false', state: `'waiting'` },
    },
  },
  {
    ...{ table: 'training_group_members', of: ofClient, part: 'groups' },
    fields: {
      name: '(select g.name from training_groups g where g.tenant_id = app_tenant() and g.id = k.group_id)',
    },
    erasing: { kind: 'removed' },
  },
  {
    ...{ table: 'notice_deliveries', of: ofClient, part: 'notices', order: 'k.id', isClosing: true },
    fields: { channel: 'k.channel', kind: `k.event ->> 'kind'`, state: 'k.state', createdAt: 'k.created_at' },
    erasing: { kind: 'removed' },
  },
  {
    ...{ table: 'message_deliveries', of: ofClient, part: 'messages', order: 'k.id' },
    with: 'join messages m on m.tenant_id = k.tenant_id and m.id = k.message_id',
    fields: { channel: 'm.channel', subject: 'm.subject', state: 'k.state', createdAt: 'm.created_at' },
    erasing: { kind: 'kept', why: nameless },
  },
  {
    ...{ table: 'messages', of: ofAccount, part: { notGiven: 'what staff wrote for the centre' } },
    erasing: { kind: 'kept', why: 'the centre’s own; its author has no name any more' },
  },
  {
    ...{ table: 'visitors', of: ofClient, part: 'visits', order: 'k.created_at', isClosing: true },
    fields: { email: 'k.email', createdAt: 'k.created_at' },
    erasing: { kind: 'removed' },
  },
  {
    // Whoever typed the address need not have been its owner: it is told to nobody, and goes with the address.
    ...{
      table: 'visitor_requests',
      part: { notGiven: 'asked for by whoever typed the address; gone within a day' },
    },
    of: `k.email in (select lower(c.email) from clients c where c.tenant_id = app_tenant() and c.id = $1
      union select a.email from accounts a where a.tenant_id = app_tenant() and a.id = any($2))`,
    ...{ isClosing: true, erasing: { kind: 'removed' } },
  },
  {
    ...{ table: 'visitor_links', of: ofClient, part: { notGiven: 'links that can no longer be read' } },
    ...{ isClosing: true, erasing: { kind: 'removed' } },
  },
  {
    ...{ table: 'consents', of: ofClient, part: 'consents', order: 'k.id' },
    fields: {
      ...{ purpose: 'k.purpose', isGiven: 'k.is_given', version: 'k.version', language: 'k.language' },
      ...{ source: 'k.source', createdAt: 'k.at' },
    },
    erasing: { kind: 'kept', why: 'the proof that it was given; names nobody once the client has no name' },
  },
  {
    ...{ table: 'erasures', of: ofClient, part: 'erasures', order: 'k.id' },
    fields: { createdAt: 'k.asked_at', dueAt: 'k.due_at', endedAt: 'k.undone_at' },
    erasing: { kind: 'kept', why: 'the proof that it was done; names nobody once the client has no name' },
  },
  {
    ...{ table: 'audit_trail', of: ofAccount, part: { notGiven: 'what staff did for the centre' } },
    // What it says of the person themselves is taken out by the job, as the system role: the app changes no line of it.
    erasing: { kind: 'kept', why: 'who changed what at the centre; its author has no name any more' },
  },
  {
    ...{ table: 'replacements', of: ofAccount, part: { notGiven: 'what staff did for the centre' } },
    erasing: { kind: 'kept', why: 'the centre’s own; its author has no name any more' },
  },
  {
    ...{ table: 'schedule_changes', of: ofAccount, part: { notGiven: 'what staff did for the centre' } },
    erasing: { kind: 'kept', why: 'the centre’s own; its author has no name any more' },
  },
];
