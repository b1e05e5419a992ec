import type { ReactNode } from 'react';
import { useClockSetting, useCode, useEntryStatus, usePhoneKey } from '#web/entry/codes/queries.ts';
import type { PhoneKey } from '#web/kernel/phone-key.ts';
import { QrCode } from '#web/ui/qr-code.tsx';

/** A second is soon enough where nobody counts them. */
const lookMs = 1000;

interface LiveCodeProps {
  /** What it is, for those who listen. */
  label: string;
  /** What stands in its place. */
  children: ReactNode;
}

/** This phone's code as it is now, where it is the one that opens doors. */
export function LiveCode({ label, children }: LiveCodeProps) {
  const phone = usePhoneKey();
  const status = useEntryStatus(Boolean(phone));
  const { data } = status;
  useClockSetting(phone, status);
  // Another phone may have taken its place.
  const isOther = data !== undefined && data.device?.id !== phone?.deviceId;
  if (!phone || isOther) return children;
  return (
    <Code phone={phone} label={label}>
      {children}
    </Code>
  );
}

function Code({ phone, label, children }: LiveCodeProps & { phone: PhoneKey }) {
  const { text } = useCode(phone, lookMs);
  return text === undefined ? children : <QrCode text={text} label={label} />;
}
