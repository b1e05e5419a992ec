import type { z } from 'zod';
import type { OutgoingMail as OutgoingMailSchema } from '#shared/messages/contract.ts';
import { NotLoaded } from '#web/kernel/not-loaded.tsx';
import { Pages } from '#web/kernel/pages.tsx';
import { useRows } from '#web/kernel/rows.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, IconLink } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import { ListRowLink } from '#web/ui/list-row.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { RowSkeletons } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { MessageKinds } from './components/message-kinds.tsx';
import { MessageText } from './components/message-text.tsx';
import { useWhen } from './components/use-when.ts';
import classes from './mails-screen.module.css';
import { useOutgoingMails } from './queries.ts';

type OutgoingMail = z.output<typeof OutgoingMailSchema>;

interface MailsScreenProps {
  /** The mail that is read. */
  id?: number | undefined;
  offset?: number | undefined;
}

/** What the stand-in for a mail server took, for administrators in development: list, and beside it the mail. */
export function MailsScreen({ id, offset = 0 }: MailsScreenProps) {
  const { t } = useTexts();
  const mails = useOutgoingMails(offset, useRows());
  const items = mails.data?.items ?? [];
  const open = items.find((mail) => mail.id === id);
  return (
    <Page width="table">
      <div className={joinClasses(classes.panes, open && classes.reading)}>
        <div className={classes.list}>
          <PageHeader title={t('pages.mails')}>
            <Button variant="plain" size="small" onClick={() => void mails.refetch()}>
              {t('pages.mailsRefresh')}
            </Button>
          </PageHeader>
          <MessageKinds current="mail" />
          <p className={classes.note}>{t('pages.mailsText')}</p>
          {mails.data ? (
            <MailList items={items} total={mails.data.total} offset={offset} openId={open?.id} />
          ) : mails.isError ? (
            <NotLoaded title={t('pages.mailsFailed')} query={mails} />
          ) : (
            <RowSkeletons label={t('common.loading')} />
          )}
        </div>
        {open ? <Mail mail={open} offset={offset} /> : null}
      </div>
    </Page>
  );
}

interface MailListProps {
  items: readonly OutgoingMail[];
  total: number;
  offset: number;
  openId: number | undefined;
}

function MailList({ items, total, offset, openId }: MailListProps) {
  const { t } = useTexts();
  const when = useWhen();
  if (total === 0)
    return <EmptyState icon="mail" title={t('pages.mailsEmpty')} text={t('pages.mailsEmptyText')} />;
  return (
    <>
      <ul className={classes.rows}>
        {items.map((mail) => (
          <li key={mail.id} className={joinClasses(mail.id === openId && classes.open)}>
            <ListRowLink
              to="/messages"
              search={{ id: mail.id, ...(offset > 0 && { offset }) }}
              aria-current={mail.id === openId || undefined}
              title={mail.subject}
              text={`${mail.recipient} · ${when(mail.createdDateTime)}`}
            />
          </li>
        ))}
      </ul>
      <Pages
        offset={offset}
        count={items.length}
        total={total}
        turn={({ offset, ...link }) => <IconLink to="/messages" search={{ offset }} {...link} />}
      />
    </>
  );
}

function Mail({ mail, offset }: { mail: OutgoingMail; offset: number }) {
  const { t } = useTexts();
  const when = useWhen();
  return (
    <article className={classes.mail}>
      <header className={classes.head}>
        <div>
          <h2 className={classes.subject}>{mail.subject}</h2>
          <p className={classes.meta}>
            {t('pages.mailsTo', { recipient: mail.recipient })} · {when(mail.createdDateTime)}
          </p>
        </div>
        <IconLink to="/messages" search={offset > 0 ? { offset } : {}} label={t('common.close')}>
          <Icon name="close" />
        </IconLink>
      </header>
      <MessageText className={classes.text} text={mail.text} />
      {mail.attachments.length > 0 ? (
        <ul className={classes.meta}>
          {mail.attachments.map(({ name, size }) => (
            <li key={name}>{t('pages.mailsAttachment', { name, kilobytes: Math.ceil(size / 1024) })}</li>
          ))}
        </ul>
      ) : null}
    </article>
  );
}
