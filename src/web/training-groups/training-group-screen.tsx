import { useState } from 'react';
import type { TrainingGroupMember } from '#shared/training-groups/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { ButtonLink, IconLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { TimedRowSkeletons } from '#web/ui/timed-row-skeletons.tsx';
import { MemberDetails, useValidity } from './components/member-details.tsx';
import { useTrainingGroup } from './queries.ts';
import classes from './training-group-screen.module.css';

/** One training group with its members (specification point 2, training group detail). */
export function TrainingGroupScreen({ groupId }: { groupId: number }) {
  const { t } = useTexts();
  const query = useTrainingGroup(groupId);
  const [openedId, setOpenedId] = useState<number>();
  const { data, error } = query;
  const opened = data?.data.find(({ clientId }) => clientId === openedId);
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Page>
        <EmptyState
          icon="user"
          level={1}
          title={t('trainingGroups.notFound')}
          text={t('trainingGroups.notFoundText')}
        >
          <ButtonLink to="/training-groups" isWide>
            {t('trainingGroups.toGroups')}
          </ButtonLink>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page width="table">
      <PageHeader
        title={data?.name ?? t('trainingGroups.title')}
        subtitle={
          data
            ? `${t('trainingGroups.members', { active: data.activeMembers, most: data.maxMembers })} · ${data.club}`
            : undefined
        }
        back={
          <IconLink to="/training-groups" label={t('common.back')}>
            <Icon name="chevronLeft" />
          </IconLink>
        }
      />
      {body()}
      <Sheet
        isOpen={opened !== undefined}
        onClose={() => setOpenedId(undefined)}
        title={opened ? fullName(opened) : ''}
      >
        {opened ? <MemberDetails key={opened.clientId} groupId={groupId} member={opened} /> : null}
      </Sheet>
    </Page>
  );

  function body() {
    if (!data && error) {
      return <NotLoaded title={t('trainingGroups.notLoaded')} query={query} />;
    }
    if (!data) return <TimedRowSkeletons label={t('common.loading')} />;
    if (data.data.length === 0) {
      return (
        <EmptyState
          icon="user"
          title={t('trainingGroups.noMembers')}
          text={t('trainingGroups.noMembersText')}
        />
      );
    }
    return (
      <table className={classes.table}>
        <caption className="visually-hidden">{t('trainingGroups.memberList')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('trainingGroups.firstName')}</th>
            <th scope="col">{t('trainingGroups.lastName')}</th>
            <th scope="col" className={classes.validity}>
              {t('trainingGroups.validity')}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.data.map((member) => (
            <Row key={member.clientId} member={member} onOpen={() => setOpenedId(member.clientId)} />
          ))}
        </tbody>
      </table>
    );
  }
}

function Row({ member, onOpen }: { member: TrainingGroupMember; onOpen: () => void }) {
  const validity = useValidity(member);
  return (
    // The keyboard presses the button in it, which the row hears.
    <tr className={classes.row} onClick={onOpen}>
      <td>
        <button type="button" className={classes.open} aria-haspopup="dialog">
          {member.firstName}
        </button>
      </td>
      <td>{member.lastName}</td>
      <td className={classes.validity}>{validity}</td>
    </tr>
  );
}

function fullName({ firstName, lastName }: TrainingGroupMember): string {
  return `${firstName} ${lastName}`.trim();
}
