import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { formatMoney } from '#shared/kernel/money.ts';
import type { BroadcastPreview } from '#shared/messages/broadcasts/contract.ts';
import { type BroadcastChannel, longestText } from '#shared/messages/broadcasts/domain.ts';
import { smsSize } from '#shared/messages/sms/domain.ts';
import { errorText } from '#web/kernel/queries.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Segment, SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { usePreview, useSendMessage } from '../queries.ts';
import { AudienceFields } from './audience-fields.tsx';
import classes from './composer.module.css';
import { draftOf, emptyMessage, isTooLong, type Written } from './draft.ts';

interface ComposerProps {
  isSmsOffered: boolean;
  /** The training it is about, with its day, where one was chosen before. */
  training?: { readonly id: number; readonly date: string } | undefined;
}

/** Writes a message: to whom, how, what; and beside it whom it reaches, at what price and when (mission 2.11). */
export function Composer({ isSmsOffered, training }: ComposerProps) {
  const { t } = useTexts();
  const format = useTimeFormat();
  const navigate = useNavigate();
  const [written, setWritten] = useState<Written>(() => ({
    ...emptyMessage(format.today, isSmsOffered ? 'sms' : 'mail'),
    ...(training && { date: training.date, trainingId: training.id }),
  }));
  const [isChecked, setIsChecked] = useState(false);
  const send = useSendMessage();
  const draft = draftOf(written);
  const preview = usePreview(
    draft && { audience: draft.audience, channel: draft.channel, isOffer: draft.isOffer },
  );
  const { channel, isOffer, subject, text } = written;
  const isMail = channel === 'mail';
  const parts = isMail ? 0 : Math.max(1, smsSize(text.trim()).parts);
  const isSent = useRef(false);
  const isToAsk = () => `${subject}${text}`.trim() !== '' && !isSent.current;
  // The browser's own question: it alone stands in the way of its back button and of closing the page as well.
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const isElsewhere =
        current.pathname !== next.pathname || JSON.stringify(current.search) !== JSON.stringify(next.search);
      return isElsewhere && isToAsk() && !window.confirm(t('broadcasts.leave'));
    },
    enableBeforeUnload: isToAsk,
  });
  const change = (part: Partial<Written>) => {
    send.reset();
    setWritten((before) => ({ ...before, ...part }));
  };
  const faults = {
    subject: isMail && subject.trim() === '' ? t('validation.fieldRequired') : undefined,
    text: isTooLong(written)
      ? t('broadcasts.tooLong', { most: longestText[channel] })
      : text.trim() === ''
        ? t('validation.fieldRequired')
        : undefined,
  };
  const error = send.error ?? preview.error;

  function submit() {
    setIsChecked(true);
    const { data, isPlaceholderData } = preview;
    if (faults.subject || faults.text || !draft || !data || isPlaceholderData) return;
    const expected = { recipients: data.recipients, parts };
    send.mutate(
      { body: { ...draft, expected } },
      {
        onSuccess: ({ messageId }) => {
          isSent.current = true;
          void navigate({ to: '/admin/messages', search: { id: messageId } });
        },
      },
    );
  }

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={classes.fields}>
        <AudienceFields written={written} onChange={change} />
        {isSmsOffered ? (
          <SegmentedControl label={t('broadcasts.channel')} isWide>
            {(['sms', 'mail'] as const satisfies readonly BroadcastChannel[]).map((one) => (
              <Segment key={one} isSelected={channel === one} onClick={() => change({ channel: one })}>
                {t(`broadcasts.${one}`)}
              </Segment>
            ))}
          </SegmentedControl>
        ) : null}
        <Checkbox
          checked={isOffer}
          hint={t('broadcasts.offerHint')}
          onChange={({ target }) => change({ isOffer: target.checked })}
        >
          {t('broadcasts.isOffer')}
        </Checkbox>
        {isMail ? (
          <TextField
            label={t('broadcasts.subject')}
            name="subject"
            value={subject}
            maxLength={120}
            autoComplete="off"
            error={isChecked ? faults.subject : undefined}
            onChange={({ target }) => change({ subject: target.value })}
          />
        ) : null}
        <TextArea
          label={t('broadcasts.text')}
          name="text"
          rows={isMail ? 8 : 4}
          value={text}
          hint={isMail ? t('broadcasts.mailHint') : sizeText(text)}
          error={isChecked || isTooLong(written) ? faults.text : undefined}
          onChange={({ target }) => change({ text: target.value })}
        />
      </div>
      <section className={classes.outcome} aria-label={t('broadcasts.report')}>
        <div aria-live="polite" aria-busy={preview.isPlaceholderData}>
          {draft === null ? <p className={classes.quiet}>{t('broadcasts.chooseFirst')}</p> : null}
          {draft !== null && !preview.data && !preview.error ? <Skeleton width="full" /> : null}
          {preview.data ? <Outcome preview={preview.data} parts={parts} /> : null}
        </div>
        <div role="alert">
          {error ? <Notice tone="bad" icon="warning" text={errorText(error, t)} /> : null}
        </div>
        {preview.data && preview.data.recipients > 0 ? (
          <Button
            type="submit"
            isWide
            isPending={send.isPending || preview.isPlaceholderData}
            pendingText={t('broadcasts.sending')}
          >
            {isMail
              ? t('broadcasts.sendMail', { count: preview.data.recipients })
              : t('broadcasts.sendSms', { count: preview.data.recipients * parts })}
          </Button>
        ) : null}
      </section>
    </form>
  );

  function sizeText(sms: string): string {
    const { encoding, units, parts } = smsSize(sms.trim());
    const size = t('broadcasts.size', { units, count: parts });
    return encoding === 'ucs2' ? `${size}. ${t('broadcasts.textHint')}` : size;
  }
}

/** Before it is sent: how many, how dear, when, and whom it cannot reach. */
function Outcome({ preview, parts }: { preview: BroadcastPreview; parts: number }) {
  const { t, language } = useTexts();
  const format = useTimeFormat();
  const { recipients, unreachable, unreachableCount, withheld, partPrice, waitsUntilDateTime, audienceName } =
    preview;
  const isMail = parts === 0;
  const cents = recipients * parts * Math.round(partPrice * 100);
  return (
    <div className={classes.stack}>
      <p className={classes.audience}>{audienceName}</p>
      <p className={classes.count}>
        {recipients === 0 ? t('broadcasts.nobody') : t('broadcasts.people', { count: recipients })}
      </p>
      {recipients === 0 ? null : (
        <>
          {isMail ? (
            <p className={classes.price}>{t('broadcasts.free')}</p>
          ) : (
            <p className={classes.price}>
              {t('broadcasts.cost', { price: formatMoney(cents, language) })}
              <span className={classes.quiet}> · {t('broadcasts.smsEach', { count: parts })}</span>
            </p>
          )}
          <p className={classes.quiet}>
            {t('broadcasts.once')}{' '}
            {waitsUntilDateTime === null
              ? t('broadcasts.goesNow')
              : t('broadcasts.waits', { when: format.dayAndTime(waitsUntilDateTime) })}
          </p>
        </>
      )}
      {withheld === 0 ? null : (
        <p className={classes.quiet}>{t('broadcasts.withheld', { count: withheld })}</p>
      )}
      {unreachable.length === 0 ? null : (
        <details className={classes.unreachable}>
          <summary>
            <Icon name="warning" size={18} />
            {t('broadcasts.unreachable', { count: unreachableCount })}
          </summary>
          <ul>
            {unreachable.map(({ clientId, name, phone, email }) => (
              <li key={clientId}>
                <strong>{name}</strong>{' '}
                {isMail ? phone || t('broadcasts.noPhone') : email || t('broadcasts.noMail')}
              </li>
            ))}
            {unreachableCount > unreachable.length ? (
              <li>{t('broadcasts.unreachableMore', { more: unreachableCount - unreachable.length })}</li>
            ) : null}
          </ul>
        </details>
      )}
    </div>
  );
}
