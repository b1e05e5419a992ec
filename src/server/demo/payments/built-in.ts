import type { Language } from '#shared/kernel/language.ts';
import type { PaymentMethod } from '#shared/payments/contract.ts';
import type { PaymentStatus, RefundStatus } from '#shared/payments/domain.ts';

interface DemoAttempt {
  readonly status: PaymentStatus;
  readonly method: PaymentMethod;
  /** Of the country's list, from its front; cards have none. */
  readonly bankIndex: number | null;
  readonly minutesLater: number;
  /** Nothing was to be paid any more: the money is credit. */
  readonly isCredit?: boolean;
  readonly refunds?: readonly { readonly share: number; readonly status: RefundStatus }[];
}

export interface DemoSale {
  readonly names: Readonly<Record<Language, string>>;
  readonly cents: number;
  readonly daysAgo: number;
  /** The demo member's own; somebody else's otherwise. */
  readonly isMembers: boolean;
  readonly attempts: readonly DemoAttempt[];
}

const bank = 'paymentInitiation';
const card = 'cardPayments';

/** Invoices with every way a payment may go. What is open is not due yet, so that nobody is in debt for it. */
export const demoSales: readonly DemoSale[] = [
  {
    names: { et: 'Ujumise algkursus', en: 'Swimming for beginners', lv: 'Peldēšanas pamatkurss' },
    cents: 8900,
    daysAgo: 12,
    isMembers: false,
    attempts: [
      { status: 'ABANDONED', method: bank, bankIndex: 0, minutesLater: 4 },
      { status: 'PAID', method: bank, bankIndex: 2, minutesLater: 60 },
    ],
  },
  {
    names: { et: 'Treeneri nõuanne', en: 'Advice of a trainer', lv: 'Trenera konsultācija' },
    cents: 3500,
    daysAgo: 9,
    isMembers: false,
    attempts: [
      { status: 'PAID', method: bank, bankIndex: 1, minutesLater: 3 },
      {
        status: 'REFUNDED',
        method: bank,
        bankIndex: 0,
        minutesLater: 2,
        isCredit: true,
        refunds: [{ share: 1, status: 'SUCCESSFUL' }],
      },
    ],
  },
  {
    names: { et: 'Kehakoostise analüüs', en: 'Body composition test', lv: 'Ķermeņa sastāva analīze' },
    cents: 2400,
    daysAgo: 8,
    isMembers: false,
    attempts: [
      { status: 'PAID', method: card, bankIndex: null, minutesLater: 5 },
      {
        status: 'PARTIALLY_REFUNDED',
        method: card,
        bankIndex: null,
        minutesLater: 6,
        isCredit: true,
        refunds: [
          { share: 0.5, status: 'SUCCESSFUL' },
          { share: 0.5, status: 'REJECTED' },
          { share: 0.25, status: 'CANCELED' },
          { share: 0.25, status: 'PROCESSING' },
        ],
      },
    ],
  },
  {
    names: { et: 'Rühmatreeningu sari', en: 'Series of group trainings', lv: 'Grupu treniņu sērija' },
    cents: 5200,
    daysAgo: 1,
    isMembers: false,
    attempts: [{ status: 'AUTHORIZED', method: bank, bankIndex: 3, minutesLater: 7 }],
  },
  {
    names: { et: 'Riidekapi võti', en: 'Key of a locker', lv: 'Skapīša atslēga' },
    cents: 1200,
    daysAgo: 2,
    isMembers: true,
    attempts: [{ status: 'VOIDED', method: card, bankIndex: null, minutesLater: 5 }],
  },
  {
    names: { et: 'Jooksutehnika tund', en: 'Lesson in running', lv: 'Skriešanas tehnikas nodarbība' },
    cents: 4500,
    daysAgo: 1,
    isMembers: true,
    attempts: [{ status: 'ABANDONED', method: bank, bankIndex: 0, minutesLater: 9 }],
  },
  {
    names: { et: 'Venitusrull', en: 'Foam roller', lv: 'Masāžas rullis' },
    cents: 1990,
    daysAgo: 0,
    isMembers: false,
    attempts: [{ status: 'PENDING', method: bank, bankIndex: 1, minutesLater: 1 }],
  },
];

/** Code and name, as the provider lists them. */
export const demoBanks = {
  EE: [
    ['HABAEE2X', 'Swedbank'],
    ['EEUHEE2X', 'SEB'],
    ['LHVBEE22', 'LHV'],
    ['RIKOEE22', 'Luminor'],
  ],
  LV: [
    ['HABALV22', 'Swedbank'],
    ['UNLALV2X', 'SEB'],
    ['PARXLV22', 'Citadele'],
    ['RIKOLV2X', 'Luminor'],
  ],
} as const;
