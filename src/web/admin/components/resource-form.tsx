import { type ReactNode, useState } from 'react';
import { isHexColour } from '#shared/kernel/colours.ts';
import { formOf, valuesOf } from '#shared/kernel/fields.ts';
import { computeThemeVariables, styleMarkColour } from '#shared/tenants/domain.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { Question } from '#web/ui/question.tsx';
import { type Resource, type ResourceKind, useResourceCommands, useSettings } from '../queries.ts';
import { ClientHistory } from './client-history.tsx';
import { ClientIdentity } from './client-identity.tsx';
import { ClientMerge } from './client-merge.tsx';
import { ClientPrivacy } from './client-privacy.tsx';
import { ClientStrikes } from './client-strikes.tsx';
import { ClientWallet } from './client-wallet.tsx';
import { DoorTablet } from './door-tablet.tsx';
import { EditForm } from './edit-form.tsx';
import { GrantVoucher } from './grant-voucher.tsx';
import { GroupMembers } from './group-members.tsx';
import { type ReferenceLists, textAt } from './labels.ts';
import { resourceKinds, sayWith } from './resources.ts';
import classes from './resources-area.module.css';
import { UserFactorReset } from './user-factor-reset.tsx';

interface ResourceFormProps {
  kind: ResourceKind;
  /** Absent: a new one. */
  thing: Resource | undefined;
  references: ReferenceLists;
  onMade: (id: number) => void;
  onRemoved: () => void;
  /** Asks only for these fields of a new one; all others are as `blank` has them. */
  only?: readonly string[] | undefined;
  /** What other nouns show of a client. */
  ofClient?: ((id: number) => ReactNode) | undefined;
  /** What other nouns show of a trainer. */
  ofTrainer?: ((id: number) => ReactNode) | undefined;
  /** What a new one begins with, where it is something else than usual. */
  blank?: unknown;
}

/** One thing: what it is, its form, and taking it away. */
export function ResourceForm({
  kind,
  thing,
  references,
  onMade,
  onRemoved,
  only,
  blank,
  ofClient,
  ofTrainer,
}: ResourceFormProps) {
  const { t, language } = useTexts();
  const { fields, summaryOf, isRemovable, ...usual } = resourceKinds[kind];
  const beginning = blank ?? usual.blank;
  const asked = only ? fields.filter(({ name }) => only.includes(name.split('.')[0] ?? name)) : fields;
  const commands = useResourceCommands(kind);
  const title = thing
    ? summaryOf(thing, sayWith(t, language, references)).title
    : t(`backOffice.makeNew.${kind}`);
  const facts = Object.entries(thing?.facts ?? {}).filter(
    ([name, value]) => value !== '' && name !== 'tablet',
  );
  return (
    <>
      <h2 className={classes.title}>{title}</h2>
      {facts.length === 0 ? null : (
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name} className={classes.fact}>
              <dt>{textAt(t, `facts.${name}`, name)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <EditForm
        label={title}
        fields={asked}
        wording="fields"
        references={references}
        seen={{ version: thing?.version ?? null, values: thing?.values ?? beginning }}
        saveText={kind === 'users' && !thing ? t('backOffice.form.invite') : undefined}
        refresh={commands.refresh}
        isSaving={commands.isSaving}
        save={async (values, version) => {
          if (thing) return commands.update(thing.id, version, values);
          const whole = valuesOf(fields, { ...formOf(fields, beginning), ...formOf(asked, values) });
          const { id } = await commands.create(whole);
          onMade(id);
        }}
      >
        {(form) => (kind === 'styles' ? <MarkNote colour={String(form.colour)} /> : null)}
      </EditForm>
      {kind === 'doors' && thing ? (
        <DoorTablet id={thing.id} isPaired={thing.facts.tablet === 'paired'} />
      ) : null}
      {kind === 'users' && thing ? <UserFactorReset id={thing.id} /> : null}
      {kind === 'trainingGroups' && thing ? <GroupMembers id={thing.id} /> : null}
      {kind === 'trainers' && thing?.values.isActive === true ? ofTrainer?.(thing.id) : null}
      {kind === 'clients' && thing ? <ClientIdentity id={thing.id} facts={thing.facts} /> : null}
      {kind === 'clients' && thing ? <ClientWallet id={thing.id} /> : null}
      {kind === 'clients' && thing ? <GrantVoucher id={thing.id} /> : null}
      {kind === 'clients' && thing ? ofClient?.(thing.id) : null}
      {kind === 'clients' && thing ? <ClientHistory id={thing.id} /> : null}
      {kind === 'clients' && thing ? <ClientStrikes id={thing.id} /> : null}
      {kind === 'clients' && thing ? <ClientPrivacy id={thing.id} /> : null}
      {kind === 'clients' && thing ? <ClientMerge id={thing.id} name={title} /> : null}
      {thing && isRemovable ? (
        <Removal
          name={title}
          isRemoving={commands.isRemoving}
          onRemove={async () => {
            await commands.remove(thing.id);
            onRemoved();
          }}
        />
      ) : null}
    </>
  );
}

/** How the mark of a colour is drawn so that it can be seen in both modes. */
function MarkNote({ colour }: { colour: string }) {
  const { t } = useTexts();
  const theme = useSettings().data?.sections.find(({ name }) => name === 'theme')?.values;
  if (!theme || !isHexColour(colour)) return null;
  const variables = computeThemeVariables({ light: String(theme.light), dark: String(theme.dark) });
  const light = styleMarkColour(colour, variables.light);
  const dark = styleMarkColour(colour, variables.dark);
  const isGiven = light === colour.toUpperCase() && dark === colour.toUpperCase();
  return (
    <p className={classes.note}>
      <Mark color={colour} minutes={60} />
      {isGiven ? t('backOffice.theme.markGiven') : t('backOffice.theme.markMoved', { light, dark })}
    </p>
  );
}

function Removal({
  name,
  isRemoving,
  onRemove,
}: {
  name: string;
  isRemoving: boolean;
  onRemove: () => Promise<void>;
}) {
  const { t } = useTexts();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <div className={classes.end}>
      <Button variant="text" size="small" onClick={() => setIsAsked(true)}>
        {t('backOffice.form.remove')}
      </Button>
      <Sheet
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={t('backOffice.form.removeTitle', { name })}
        variant="question"
        hasCloseButton={false}
      >
        <Question
          text={t('backOffice.form.removeText')}
          safeText={t('backOffice.form.keep')}
          onSafe={() => setIsAsked(false)}
          otherText={t('backOffice.form.remove')}
          otherPendingText={t('backOffice.form.saving')}
          isOtherCostly
          isPending={isRemoving}
          onOther={() => {
            // Refused: the snackbar says why, and it is still there.
            void onRemove()
              .catch(() => {})
              .finally(() => setIsAsked(false));
          }}
        />
      </Sheet>
    </div>
  );
}
