import { useTexts } from '#web/kernel/texts.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface ReasonProps {
  name: string;
  error: string | undefined;
  hint: string;
  maxLength: number;
}

/** Why: kept with what was done. */
export function Reason(props: ReasonProps) {
  const { t } = useTexts();
  return <TextField {...props} label={t('clientInvoices.reason')} autoComplete="off" />;
}
