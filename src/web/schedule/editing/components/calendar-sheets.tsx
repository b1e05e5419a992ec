import type { ReactNode } from 'react';
import type { RoomReservation } from '#shared/rooms/reservations/contract.ts';
import type { Closure } from '#shared/schedule/closures/contract.ts';
import type { AdminTraining } from '#shared/schedule/editing/contract.ts';
import { Sheet } from '#web/kernel/dialog.tsx';
import { useTexts } from '#web/kernel/texts.tsx';
import { type Action, ActionList, useWhereText } from './action-list.tsx';
import { Changes, Closures, LiftClosure, NewClosure } from './closure-sheets.tsx';
import { ReservationForm } from './reservation-form.tsx';
import type { NewPlace } from './training-draft.ts';
import {
  CancelTraining,
  DeleteTraining,
  EditTraining,
  MoveTraining,
  NewTraining,
} from './training-sheets.tsx';

interface MovedTo {
  readonly date: string;
  readonly time: string;
  readonly duration: number;
  readonly roomIds: readonly number[];
}

/** The one dialog that is open. */
export type Open =
  | { readonly kind: 'actions' | 'edit' | 'cancel' | 'delete'; readonly training: AdminTraining }
  | { readonly kind: 'move'; readonly training: AdminTraining; readonly to: MovedTo | null }
  | { readonly kind: 'new'; readonly place: NewPlace }
  | { readonly kind: 'reservation'; readonly reservation: RoomReservation | null; readonly place: NewPlace }
  | { readonly kind: 'more' | 'closures' | 'close' | 'changes' }
  | { readonly kind: 'lift'; readonly closure: Closure };

interface CalendarSheetsProps {
  open: Open | null;
  onOpen: (open: Open | null) => void;
  /** Where something new is proposed. */
  place: NewPlace;
  canChange: (training: AdminTraining) => boolean;
  onUndo: (changeId: number) => void;
}

/** Every dialog of the admin calendar. */
export function CalendarSheets({ open, onOpen, place, canChange, onUndo }: CalendarSheetsProps) {
  const { t } = useTexts();
  const whereText = useWhereText();
  if (open === null) return null;
  const close = () => onOpen(null);
  const steps = { onDone: close, onUndo };

  function sheet(title: string, children: ReactNode, variant: 'panel' | 'question' = 'panel') {
    return (
      <Sheet key={open?.kind ?? ''} isOpen onClose={close} title={title} variant={variant}>
        {children}
      </Sheet>
    );
  }

  switch (open.kind) {
    case 'actions':
      return sheet(
        open.training.name,
        <ActionList text={whereText(open.training)} actions={actionsOf(open.training)} />,
        'question',
      );
    case 'edit':
      return sheet(
        t('editing.editTitle'),
        <EditTraining key={open.training.id} training={open.training} {...steps} />,
      );
    case 'move':
      return sheet(
        t('editing.moveTitle', { name: open.training.name }),
        <MoveTraining training={open.training} to={open.to} {...steps} />,
      );
    case 'cancel':
      return sheet(
        t('editing.cancelTitle', { name: open.training.name }),
        <CancelTraining training={open.training} {...steps} />,
      );
    case 'delete':
      return sheet(
        t('editing.deleteTitle', { name: open.training.name }),
        <DeleteTraining training={open.training} {...steps} />,
      );
    case 'new':
      return sheet(t('editing.newTitle'), <NewTraining place={open.place} {...steps} />);
    case 'reservation':
      return sheet(
        t(open.reservation === null ? 'editing.reserveTitle' : 'editing.reservationTitle'),
        <ReservationForm
          reservation={open.reservation}
          place={open.place}
          onDone={close}
          onTraining={() => onOpen({ kind: 'new', place: open.place })}
        />,
      );
    case 'more':
      return sheet(
        t('editing.more'),
        <ActionList
          actions={[
            {
              key: 'reserve',
              icon: 'lock',
              text: t('editing.reserveRooms'),
              onPress: () => onOpen({ kind: 'reservation', reservation: null, place }),
            },
            {
              key: 'closures',
              icon: 'moon',
              text: t('editing.closures'),
              onPress: () => onOpen({ kind: 'closures' }),
            },
            {
              key: 'changes',
              icon: 'clock',
              text: t('editing.changes'),
              onPress: () => onOpen({ kind: 'changes' }),
            },
          ]}
        />,
        'question',
      );
    case 'closures':
      return sheet(
        t('editing.closures'),
        <Closures
          onAdd={() => onOpen({ kind: 'close' })}
          onLift={(closure) => onOpen({ kind: 'lift', closure })}
        />,
      );
    case 'close':
      return sheet(t('editing.addClosure'), <NewClosure date={place.date} {...steps} />);
    case 'lift':
      return sheet(
        t('editing.liftTitle', { name: open.closure.name }),
        <LiftClosure closure={open.closure} {...steps} />,
      );
    case 'changes':
      return sheet(t('editing.changes'), <Changes onUndo={onUndo} />);
  }

  function actionsOf(training: AdminTraining): Action[] {
    const details: Action = {
      key: 'open',
      icon: 'info',
      text: t('editing.open'),
      link: { to: '/training', search: { id: training.id } },
    };
    const attendance: Action = {
      key: 'attendance',
      icon: 'check',
      text: t('editing.attendance'),
      link: { to: '/attendance', search: { id: training.id } },
    };
    const message: Action = {
      key: 'message',
      icon: 'mail',
      text: t('editing.message'),
      link: { to: '/admin/messages', search: { training: training.id } },
    };
    const isAnybody = training.booked + training.waitingCount > 0;
    if (training.isCancelled) return [details];
    if (!canChange(training)) return [details, attendance, ...(isAnybody ? [message] : [])];
    const does = (kind: 'edit' | 'cancel' | 'delete') => () => onOpen({ kind, training });
    return [
      details,
      attendance,
      ...(isAnybody ? [message] : []),
      { key: 'edit', icon: 'pencil', text: t('editing.edit'), onPress: does('edit') },
      {
        key: 'move',
        icon: 'arrowRight',
        text: t('editing.move'),
        onPress: () => onOpen({ kind: 'move', training, to: null }),
      },
      { key: 'cancel', icon: 'close', text: t('editing.cancel'), isCostly: true, onPress: does('cancel') },
      ...(training.booked + training.waitingCount === 0
        ? [
            {
              key: 'delete',
              icon: 'warning',
              text: t('editing.delete'),
              isCostly: true,
              onPress: does('delete'),
            } as const,
          ]
        : []),
    ];
  }
}
