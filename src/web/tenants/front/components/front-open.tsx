import { formatDate } from '#shared/kernel/dates.ts';
import type { Landing } from '#shared/tenants/landing/contract.ts';
import { opennessOf } from '#shared/tenants/landing/domain.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { useTimeFormat } from '#web/kernel/time-format.ts';
import { Icon } from '#web/ui/icon.tsx';
import classes from '../front-screen.module.css';

type Club = Landing['clubs'][number];

/** Whether a club is open, as a word and the time that goes with it; undefined where it does not say. */
export function useOpenLabels() {
  const { t } = useTexts();
  const format = useTimeFormat();
  return (club: Club): { isOpen: boolean; word: string; time: string; until: string } | undefined => {
    const openness = opennessOf(club, format.now, format.timeZone);
    if (!openness) return undefined;
    if (openness.isOpen) {
      const { until } = openness;
      return { isOpen: true, word: t('landing.open'), time: t('landing.untilAlone', { time: until }), until };
    }
    const { opensOn, opensAt } = openness;
    const near = format.isNamed(opensOn) ? format.day(opensOn) : format.shortDay(opensOn);
    const when = opensOn === format.today ? opensAt : `${near} ${opensAt}`;
    return {
      isOpen: false,
      word: t('landing.closed'),
      time: t('landing.opensAt', { when: when || formatDate(opensOn) }),
      until: '',
    };
  };
}

/** Open until when, in one line; leads to the clubs below where there are several. */
export function FrontOpen({ clubs }: { clubs: readonly Club[] }) {
  const { t } = useTexts();
  const toLabels = useOpenLabels();
  const known = clubs.flatMap((club) => {
    const said = toLabels(club);
    return said ? [{ club, said }] : [];
  });
  const open = known.filter(({ said }) => said.isOpen);
  const [first] = open.length > 0 ? open : known;
  if (!first) return null;
  const { said } = first;
  const others = clubs.length - 1;
  const ofFirst = said.isOpen ? t('landing.until', { club: first.club.name, time: said.until }) : said.time;
  const line = (
    <>
      <strong className={said.isOpen ? classes.isOpen : classes.isClosed}>{said.word}</strong>
      {` · ${others > 0 ? ofFirst : said.time}`}
      {others > 0 && said.isOpen ? ` · ${t('landing.moreClubs', { count: others })}` : null}
    </>
  );
  return others > 0 ? (
    <a className={classes.openLink} href="#clubs">
      <span>{line}</span>
      <Icon name="chevronDown" size={20} />
    </a>
  ) : (
    <p className={classes.openLine}>{line}</p>
  );
}
