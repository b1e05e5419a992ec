import type { JoinField, JoinForm } from '#shared/joining/domain.ts';
import { formatIdCode } from '#shared/joining/identity/domain.ts';
import { shownFields } from '#shared/joining/shown/domain.ts';
import { formatDate } from '#web/kernel/format.ts';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button, ButtonAnchor } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/question.tsx';
import { Fact } from '../../components/fact.tsx';
import classes from './showing.module.css';

interface ShownCardProps {
  form: JoinForm;
  error: (name: JoinField) => string | undefined;
  onTypeInstead: () => void;
  /** Where who was shown buys as a member; undefined where they have no account, or cannot. */
  memberPath: string | undefined;
}

/** Who was shown: nothing of it is typed over. */
export function ShownCard({ form, error, onTypeInstead, memberPath }: ShownCardProps) {
  const { t } = useTexts();
  const faulty = shownFields.find((name) => error(name) !== undefined);
  return (
    <section className={classes.card} aria-labelledby="shown">
      <h2 id="shown" tabIndex={-1} className={classes.title}>
        <Icon name="shield" size={22} />
        {t('joining.shown')}
      </h2>
      <dl className={classes.facts}>
        <Fact label={t('joining.name')} value={`${form.firstName} ${form.lastName}`} />
        <Fact label={t('joining.idCode')} value={formatIdCode(form.country, form.idCode)} />
        <Fact label={t('joining.birthDate')} value={formatDate(form.birthDate)} />
      </dl>
      {faulty ? <Notice tone="bad" icon="warning" text={error(faulty)} /> : null}
      {memberPath === undefined ? null : (
        <div className={classes.member}>
          <Notice tone="ok" icon="info" text={t('joining.shownMember')} />
          <ButtonAnchor href={memberPath} variant="plain" size="small">
            {t('joining.logInAndBuy')}
          </ButtonAnchor>
        </div>
      )}
      {/* What is wrong with a field is mended by this alone: it takes the focus of the field. */}
      <Button variant="text" size="small" name={faulty} className={classes.back} onClick={onTypeInstead}>
        {t('joining.typeInstead')}
      </Button>
    </section>
  );
}
