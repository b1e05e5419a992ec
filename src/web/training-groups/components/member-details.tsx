import type { ReactNode } from 'react';
import type { TrainingGroupMember } from '#shared/training-groups/contract.ts';
import { contactOf } from '#shared/training-groups/domain.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { useIdCode } from '../queries.ts';
import classes from './member-details.module.css';

/** From when until when; the word for indefinite where there is no end (specification point 2). */
export function useValidity({
  contractStartDate: from,
  contractEndDate: until,
}: TrainingGroupMember): string {
  const { t } = useTexts();
  const end = until === null ? t('trainingGroups.indefinite') : formatDate(until);
  return from === null ? end : `${formatDate(from)}–${end}`;
}

/** Everything known of a member; who pays, where that is somebody else. */
export function MemberDetails({ groupId, member }: { groupId: number; member: TrainingGroupMember }) {
  const { t } = useTexts();
  const validity = useValidity(member);
  const reading = useIdCode();
  const contact = contactOf(member);
  const { clientId, idCode } = member;
  const facts: [string, ReactNode][] = [
    [t('trainingGroups.firstName'), member.firstName],
    [t('trainingGroups.lastName'), member.lastName],
    [
      t('trainingGroups.idCode'),
      <span key="code" className={classes.code} aria-live="polite">
        {reading.data?.idCode || idCode || '–'}
        {idCode === '' || reading.data ? null : (
          <Button
            variant="plain"
            size="small"
            isPending={reading.isPending}
            pendingText={t('trainingGroups.reading')}
            title={t('trainingGroups.showCodeHint')}
            onClick={() => reading.mutate({ params: { groupId, clientId } })}
          >
            {t('trainingGroups.showCode')}
          </Button>
        )}
      </span>,
    ],
    [t('trainingGroups.email'), mailLink(member.email)],
    [t('trainingGroups.phone'), phoneLink(member.phone)],
    [t('trainingGroups.validity'), validity],
    [t('trainingGroups.club'), member.clubName || '–'],
  ];
  return (
    <div className={classes.details}>
      <Facts facts={facts} />
      {contact ? (
        <section>
          <h3 className={classes.heading}>{t('trainingGroups.contact')}</h3>
          <Facts
            facts={[
              [t('trainingGroups.payerEmail'), mailLink(contact.email)],
              [t('trainingGroups.payerPhone'), phoneLink(contact.phone)],
              [t('trainingGroups.payerName'), contact.name || '–'],
            ]}
          />
        </section>
      ) : null}
    </div>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={classes.fact}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function mailLink(email: string): ReactNode {
  return email === '' ? '–' : <a href={`mailto:${email}`}>{email}</a>;
}

function phoneLink(phone: string): ReactNode {
  return phone === '' ? '–' : <a href={`tel:${phone}`}>{phone}</a>;
}
