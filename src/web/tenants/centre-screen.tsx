import { joinPageOf } from '#shared/joining/pages/domain.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { useStartContext } from '#web/kernel/start-context.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { WaysIn } from '#web/kernel/ways-in.tsx';
import { type Fact, Facts } from '#web/ui/facts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Part, Rows } from '#web/ui/part.tsx';

/** Who the centre is: how to reach it, where its clubs are, and what can be done here (specification point 2, `/page/`). */
export function CentreScreen() {
  const { t } = useTexts();
  const { configuration, pageRules } = useStartContext();
  const isMember = useIsMember();
  const { title, slogan, clubs, contact } = configuration;
  const { phone, email, address } = contact;
  const facts: Fact[] = [
    {
      label: t('account.phone'),
      value: <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>,
      isOn: phone,
    },
    { label: t('account.email'), value: <a href={`mailto:${email}`}>{email}</a>, isOn: email },
    { label: t('pages.address'), value: address, isOn: address },
  ].filter(({ isOn }) => isOn !== '');
  return (
    <Page>
      <PageHeader title={title} subtitle={slogan} />
      {facts.length === 0 ? null : (
        <Part title={t('pages.contact')}>
          <Facts facts={facts} />
        </Part>
      )}
      {clubs.length === 0 ? null : (
        <Part title={t('pages.clubs')}>
          <Rows>
            {clubs.map((club) => (
              <li key={club.id}>
                <ListRowLink
                  to={isMember ? '/calendar/day' : '/public/calendar/day'}
                  search={{ unit: club.id }}
                  start={<Icon name="pin" />}
                  title={club.name}
                  text={[club.address, club.city].filter(Boolean).join(', ')}
                />
              </li>
            ))}
          </Rows>
        </Part>
      )}
      <Part title={t('pages.here')}>
        <Rows>
          <li>
            <ListRowLink
              to={isMember ? '/calendar/day' : '/public/calendar/day'}
              start={<Icon name="calendar" />}
              title={t('account.timetable')}
              text={t('account.timetableText')}
            />
          </li>
          <WaysIn canJoin={!isMember && joinPageOf(pageRules) !== undefined} />
        </Rows>
      </Part>
    </Page>
  );
}
