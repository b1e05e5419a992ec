import { useEffect, useRef } from 'react';
import { isHexColour } from '#shared/kernel/colours.ts';
import { type ColourMode, colourModes } from '#shared/kernel/page-rules.ts';
import { computeThemeVariables, type ModeReport, themeReport } from '#shared/tenants/domain.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { Notice } from '#web/ui/question.tsx';
import classes from './theme-preview.module.css';

type Colours = Readonly<Record<ColourMode, string>>;

function areReadable({ light, dark }: Colours): boolean {
  return isHexColour(light) && isHexColour(dark);
}

const oneDecimal = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1);

/** What each colour reaches, and what of it is moved so that it can be read. */
export function ThemeReport({ colours }: { colours: Colours }) {
  const { t } = useTexts();
  if (!areReadable(colours)) return null;
  const report = themeReport(colours);
  return (
    <section className={classes.reports}>
      {colourModes.map((mode) => (
        <div key={mode} className={classes.report}>
          <h2 className={classes.heading}>
            <Icon name={mode === 'light' ? 'sun' : 'moon'} size={20} />
            {t(`backOffice.theme.${mode}`)}
          </h2>
          <dl className={classes.ratios}>
            <Ratio label={t('backOffice.theme.buttonText')} report={report[mode]} of="on-fill" />
            <Ratio label={accentLabel(report[mode])} report={report[mode]} of="accent" />
          </dl>
          {report[mode].changes.map(({ role, used, ratioAsGiven }) => (
            <Notice
              key={role}
              tone="ok"
              icon="info"
              text={
                role === 'fill'
                  ? t('backOffice.theme.fillMoved', { used })
                  : t('backOffice.theme.changed', { ratio: oneDecimal(ratioAsGiven), used })
              }
            />
          ))}
          {report[mode].isFillDistinct ? null : (
            <Notice tone="warn" icon="warning" text={t('backOffice.theme.faint')} />
          )}
        </div>
      ))}
    </section>
  );

  function accentLabel({ changes }: ModeReport): string {
    const change = changes.find(({ role }) => role === 'accent');
    return t(`backOffice.theme.${change ? change.direction : 'asGiven'}`);
  }
}

function Ratio({ label, report, of }: { label: string; report: ModeReport; of: 'on-fill' | 'accent' }) {
  const { t } = useTexts();
  const pairs = report.ratios.filter(({ foreground }) => foreground === of);
  const least = Math.min(...pairs.map(({ ratio }) => ratio));
  return (
    <div className={classes.ratio}>
      <dt>{label}</dt>
      <dd>
        {t('backOffice.theme.ratio', { ratio: oneDecimal(least) })}
        <Icon
          name={pairs.every(({ isEnough }) => isEnough) ? 'check' : 'warning'}
          size={18}
          className={classes.enough}
        />
      </dd>
    </div>
  );
}

/** The timetable in both modes by the colours as they are typed. */
export function ThemePreview({ colours }: { colours: Colours }) {
  const { t } = useTexts();
  if (!areReadable(colours)) return null;
  const variables = computeThemeVariables(colours);
  return (
    <figure className={classes.preview}>
      <figcaption className={classes.heading}>{t('backOffice.theme.preview')}</figcaption>
      <div className={classes.phones}>
        {colourModes.map((mode) => (
          <Phone key={mode} mode={mode} variables={variables[mode]} />
        ))}
      </div>
    </figure>
  );
}

const rows = [
  { time: '17:30', name: 'Reformer', colour: '#9763CC', isOwn: false },
  { time: '18:00', name: 'Pilates', colour: '#CE5247', isOwn: true },
] as const;

function Phone({ mode, variables }: { mode: ColourMode; variables: Readonly<Record<string, string>> }) {
  const { t } = useTexts();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The content policy lets scripts set what it forbids in the page's text.
    for (const [name, value] of Object.entries(variables)) ref.current?.style.setProperty(name, value);
  }, [variables]);
  return (
    <div ref={ref} className={classes.phone} inert>
      <p className={classes.day}>
        {t('backOffice.theme.today')}
        <span className={classes.mode}>{t(`backOffice.theme.${mode}`)}</span>
      </p>
      <p className={classes.dates}>
        <span>18</span>
        <span className={classes.chosen}>19</span>
        <span>20</span>
      </p>
      {rows.map(({ time, name, colour, isOwn }) => (
        <p key={time} className={isOwn ? classes.own : classes.row}>
          <strong>{time}</strong>
          <Mark color={colour} minutes={50} />
          <span className={classes.name}>{name}</span>
          {isOwn ? (
            <span className={classes.accent}>{t('backOffice.theme.booked')}</span>
          ) : (
            <span>{t('backOffice.theme.places')}</span>
          )}
        </p>
      ))}
      <span className={classes.button}>{t('backOffice.theme.book')}</span>
    </div>
  );
}
