import { useLocation } from '@tanstack/react-router';
import {
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { IconButton } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icon.tsx';
import classes from './dialog.module.css';
import { isLeaving } from './leaving.ts';
import { usePlaceBeside } from './place-beside.ts';
import { useTexts } from './texts.tsx';

/** How long a closed sheet stays in the page so that it can leave; as long as `--motion-leave`. */
const leaveMs = 200;

interface OpenDialog {
  readonly id: string;
  readonly element: HTMLDialogElement;
  close: () => void;
}

/** Open dialogs, the topmost last. */
let openDialogs: readonly OpenDialog[] = [];
const listeners = new Set<() => void>();

function change(next: readonly OpenDialog[]): void {
  openDialogs = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The topmost open dialog: everything outside it is out of reach, so a message has to appear inside. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(
    subscribe,
    () => openDialogs.at(-1)?.element ?? null,
    () => null,
  );
}

function dialogsOfEntry(): readonly string[] {
  const state: unknown = window.history.state;
  const dialogs = typeof state === 'object' && state !== null && 'dialogs' in state ? state.dialogs : [];
  return Array.isArray(dialogs) ? dialogs : [];
}

/**
 * Gives an open dialog its own history entry, so that browser back closes it (specification point 4). The entry
 * keeps the address; the router is not asked, as nothing else on the page changes. Navigating from inside the
 * dialog with `replace` takes the entry over. So does a dialog that opens in the moment in which another one closes:
 * stepping back from that one's entry would close it as well.
 */
function pushEntry(id: string): void {
  const above = dialogsOfEntry();
  const open = above.filter((one) => openDialogs.some((dialog) => dialog.id === one));
  const state = { ...window.history.state, dialogs: [...open, id] };
  const method = open.length < above.length ? 'replaceState' : 'pushState';
  History.prototype[method].call(window.history, state, '');
}

/** Leaves the entry of a dialog that was closed by other means than back, unless a navigation took it over. */
function leaveEntry(id: string): void {
  setTimeout(() => {
    const isOpenAgain = openDialogs.some((dialog) => dialog.id === id);
    if (isLeaving()) return;
    if (!isOpenAgain && dialogsOfEntry().includes(id)) window.history.back();
  });
}

function onPopState(): void {
  const ids = dialogsOfEntry();
  for (const dialog of [...openDialogs].reverse()) if (!ids.includes(dialog.id)) dialog.close();
}

function register(dialog: OpenDialog): () => void {
  if (openDialogs.length === 0) window.addEventListener('popstate', onPopState);
  change([...openDialogs, dialog]);
  return () => {
    change(openDialogs.filter((other) => other !== dialog));
    if (openDialogs.length === 0) window.removeEventListener('popstate', onPopState);
  };
}

interface SheetProps {
  isOpen: boolean;
  /** Called by the close button, Escape, a press beside the sheet and browser back. */
  onClose: () => void;
  /** Names the thing: "Cancel Reformer pilates?" */
  title: ReactNode;
  /**
   * Under 800 px always a sheet from below. Above, `panel` is a sheet 416 px wide at the right edge, `question`
   * a dialog in the middle, at most 480 px, `film` one of at most 800 px, `popover` a small one beside what it belongs to.
   */
  variant?: 'panel' | 'question' | 'film' | 'popover';
  /** What a `popover` stands beside. */
  beside?: () => HTMLElement | null;
  /** Without the close button, for a question that its own buttons answer. */
  hasCloseButton?: boolean;
  children: ReactNode;
}

/**
 * A modal sheet on the browser's own dialog. Focus goes to its title, or to the element marked `data-autofocus`,
 * and returns where it was.
 */
export function Sheet(props: SheetProps): ReactNode {
  const { isOpen, onClose, title, variant = 'panel', beside, hasCloseButton = true, children } = props;
  const { t } = useTexts();
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const [isPresent, setIsPresent] = useState(false);
  const isDrawn = isOpen || isPresent;

  useEffect(() => {
    if (isOpen) setIsPresent(true);
    else {
      const timer = setTimeout(() => setIsPresent(false), leaveMs);
      return () => clearTimeout(timer);
    }
  }, [isOpen]);

  useEffect(() => {
    const element = ref.current;
    if (!isOpen || !element) return;
    const before = document.activeElement;
    if (!element.open) element.showModal();
    (element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector('h2'))?.focus();
    if (!dialogsOfEntry().includes(id)) pushEntry(id);
    const unregister = register({ id, element, close: () => close.current() });
    return () => {
      element.close();
      unregister();
      leaveEntry(id);
      // The browser gives focus back itself, except to what was drawn anew meanwhile.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, [isOpen, id]);

  useCloseOnNewPath(isOpen, onClose);
  usePlaceBeside(isOpen, ref, beside);

  // Where what is pressed inside is let go beside, as in selecting a text, the browser tells of a click on the dialog.
  const beganBeside = useRef(false);
  function pressBeside(event: MouseEvent<HTMLDialogElement>) {
    const isWhole = beganBeside.current && event.target === event.currentTarget && isBeside(event);
    beganBeside.current = false;
    if (isWhole) onClose();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape, which the browser turns into `cancel`
    <dialog
      ref={ref}
      className={joinClasses(classes.sheet, classes[variant])}
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        beganBeside.current = event.target === event.currentTarget && isBeside(event);
      }}
      onClick={pressBeside}
    >
      {isDrawn ? (
        <div className={classes.inside}>
          <header className={classes.header}>
            <h2 id={`${id}-title`} className={classes.title} tabIndex={-1}>
              {title}
            </h2>
            {hasCloseButton ? (
              <IconButton label={t('common.close')} className={classes.close ?? ''} onClick={onClose}>
                <Icon name="close" />
              </IconButton>
            ) : null}
          </header>
          {children}
        </div>
      ) : null}
    </dialog>
  );
}

/** A click whose target is the dialog itself may be on its padding; only outside its box it is beside. */
function isBeside(event: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = event.currentTarget.getBoundingClientRect();
  const { clientX, clientY } = event;
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** A sheet belongs to its page: another path closes it, another search (a filter chosen in it) does not. */
function useCloseOnNewPath(isOpen: boolean, onClose: () => void): void {
  const path = useLocation({ select: (location) => location.pathname });
  const shownAt = useRef(path);
  useEffect(() => {
    if (!isOpen) shownAt.current = path;
    else if (shownAt.current !== path) onClose();
  }, [isOpen, path, onClose]);
}
