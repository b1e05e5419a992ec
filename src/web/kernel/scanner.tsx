import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { joinClasses } from '#web/ui/classes.ts';
import { Notice } from '#web/ui/question.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ApiError } from './call.ts';
import {
  type CameraFault,
  type Facing,
  hasSeveralCameras,
  hasTorch,
  isCameraAllowed,
  setTorch,
  useCamera,
  useCodeLooking,
} from './camera.ts';
import { Sheet } from './dialog.tsx';
import { useForm } from './form.ts';
import { errorText } from './queries.ts';
import classes from './scanner.module.css';
import { type Texts, useTexts } from './texts.tsx';
import { useAwakeScreen } from './wake-lock.ts';

export interface ScannerProps {
  /** Why the camera is asked for, in a sentence: it is read before the browser asks. */
  reason: string;
  /** A code that the camera read; the same one at most once in `sameCodeMs`. */
  onRead: (text: string) => void;
  /** What was read is being judged: the camera stays on and reads nothing. */
  isPaused?: boolean;
  /** Which camera is meant: the one at the back, unless told. */
  facing?: Facing;
  /** Of the field for those who type the code. */
  typedLabel?: string;
  typedHint?: string;
  /** On the button that sends it. */
  typedAction?: string;
  /** A code that was typed; `onRead` where it is left out. */
  onTyped?: (text: string) => void;
  /** Why a text cannot be what is meant. It is said where it was read or typed, and told to nobody. */
  check?: (text: string) => string | undefined;
  /** What is wrong with the last one that was told. */
  problem?: string | undefined;
  /** Where the camera was allowed before it starts by itself: for a tablet on a wall. */
  startsWhenAllowed?: boolean;
  /** The field has the focus: readers that type do so where it is. */
  isTypingFirst?: boolean;
}

/** Of those who had no camera at the back, or turned to the other one: until the page is left. */
let lastChosen: Facing | undefined;

/**
 * Reads codes: by the camera, after saying why and a press, or typed. Its texts are the section `scanner`, for the
 * route's `staticData`.
 */
export function Scanner(props: ScannerProps): ReactNode {
  const { reason, onRead, isPaused = false, check, problem, startsWhenAllowed = false } = props;
  const { t } = useTexts();
  const video = useRef<HTMLVideoElement>(null);
  const [isWanted, setIsWanted] = useState(false);
  const [facing, setFacing] = useState<Facing>(() => lastChosen ?? props.facing ?? 'environment');
  const [fault, setFault] = useState<CameraFault>();
  /** What the last text of the camera was: told, or what is wrong with it. */
  const [seen, setSeen] = useState<{ problem: string | undefined }>();

  const fail = (found: CameraFault) => {
    setIsWanted(false);
    setFault(found);
  };
  const stream = useCamera({ video, isWanted, facing, onFault: fail });
  useCodeLooking({ video, stream, isPaused, onRead: read, onFault: fail });
  useAwakeScreen(isWanted);

  function start(towards: Facing = facing): void {
    if (towards !== facing) lastChosen = towards;
    setFacing(towards);
    setFault(undefined);
    setSeen(undefined);
    setIsWanted(true);
  }

  function read(text: string): void {
    const wrong = check?.(text);
    setSeen({ problem: wrong });
    if (wrong !== undefined) return;
    // Felt where the phone is held, not looked at. Before any press browsers refuse it.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
    onRead(text);
  }

  const startAgain = useEffectEvent(() => start());
  useEffect(() => {
    if (!startsWhenAllowed) return;
    let isOver = false;
    void isCameraAllowed().then((isAllowed) => {
      if (isAllowed && !isOver) startAgain();
    });
    return () => {
      isOver = true;
    };
  }, [startsWhenAllowed]);

  const wrong = problem ?? seen?.problem;
  return (
    <div className={classes.scanner}>
      <section className={classes.camera} aria-label={t('scanner.camera')}>
        {isWanted ? (
          <Viewfinder video={video} facing={facing} isJudging={isPaused} isWrong={wrong !== undefined}>
            {stream ? (
              <Controls
                stream={stream}
                onTurn={() => start(facing === 'environment' ? 'user' : 'environment')}
              />
            ) : null}
          </Viewfinder>
        ) : (
          <div className={classes.reason}>
            <Corners />
            <p>{reason}</p>
            <p className={classes.quiet}>{t('scanner.stays')}</p>
          </div>
        )}
        <div role="status" className={classes.said}>
          {fault ? <Fault fault={fault} facing={facing} /> : null}
          {isWanted && wrong === undefined ? (
            <p>{t(saidWhile(stream, isPaused, seen !== undefined))}</p>
          ) : null}
          {wrong !== undefined && !fault ? <Notice tone="bad" icon="warning" text={wrong} /> : null}
        </div>
        <StartButton
          isWanted={isWanted}
          fault={fault}
          onPress={() => {
            if (isWanted) setIsWanted(false);
            else start(fault === 'noBackCamera' ? 'user' : facing);
          }}
        />
      </section>
      <Typed {...props} />
    </div>
  );
}

/** `Scanner` in a sheet of its own. */
export function ScannerSheet(
  props: ScannerProps & { isOpen: boolean; onClose: () => void; title: string },
): ReactNode {
  const { isOpen, onClose, title, ...scanner } = props;
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={title}>
      {/* Closed, it gives the camera back at once, not when the sheet has left. */}
      {isOpen ? <Scanner {...scanner} /> : null}
    </Sheet>
  );
}

/** What a code that was sent to be judged says when it failed: without a network, that it was not sent. */
export function sentCodeProblem(error: unknown, t: Texts['t']): string {
  if (error instanceof ApiError && error.status === 0) return t('errors.qrNoConnection');
  return errorText(error, t);
}

function saidWhile(stream: MediaStream | null, isPaused: boolean, hasRead: boolean) {
  if (!stream) return 'scanner.starting';
  if (isPaused) return 'scanner.judging';
  return hasRead ? 'scanner.read' : 'scanner.aim';
}

interface ViewfinderProps {
  video: RefObject<HTMLVideoElement | null>;
  facing: Facing;
  isJudging: boolean;
  isWrong: boolean;
  /** On the picture's lower edge, where the thumb is. */
  children: ReactNode;
}

function Viewfinder({ video, facing, isJudging, isWrong, children }: ViewfinderProps) {
  const { t } = useTexts();
  return (
    <div className={joinClasses(classes.viewfinder, isJudging && classes.judging, isWrong && classes.wrong)}>
      <video
        ref={video}
        // A picture of oneself is looked at as in a mirror.
        className={joinClasses(classes.picture, facing === 'user' && classes.mirrored)}
        aria-label={t('scanner.picture')}
        muted
        playsInline
      />
      <Corners />
      {children}
    </div>
  );
}

/** The four corners a code is held into. */
function Corners() {
  return (
    <svg className={classes.corners} viewBox="0 0 100 100" fill="none" aria-hidden="true">
      <path
        d="M2 26V12A10 10 0 0 1 12 2h14M74 2h14a10 10 0 0 1 10 10v14M98 74v14a10 10 0 0 1-10 10H74M26 98H12A10 10 0 0 1 2 88V74"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** What went wrong, and the way on. */
function Fault({ fault, facing }: { fault: CameraFault; facing: Facing }) {
  const { t } = useTexts();
  const labels = {
    noBackCamera: [t('scanner.noBackCamera'), t('scanner.noBackCameraHow')],
    noCamera: [
      t(facing === 'environment' ? 'scanner.noBackCamera' : 'scanner.noCamera'),
      t('scanner.noCameraHow'),
    ],
    denied: [t('scanner.denied'), t('scanner.deniedHow')],
    busy: [t('scanner.busy'), t('scanner.busyHow')],
    unsupported: [t('scanner.unsupported'), t('scanner.unsupportedHow')],
    noReader: [t('errors.qrProcessingError'), t('scanner.noReaderHow')],
  } as const;
  const [title, how] = labels[fault];
  return (
    <Notice
      tone={fault === 'noBackCamera' ? 'warn' : 'bad'}
      icon={fault === 'noBackCamera' ? 'info' : 'warning'}
      text={
        <>
          <strong>{title}</strong>
          <br />
          {how}
        </>
      }
    />
  );
}

/** One button in one place, so that the focus stays on it. */
function StartButton(props: { isWanted: boolean; fault: CameraFault | undefined; onPress: () => void }) {
  const { isWanted, fault, onPress } = props;
  const { t } = useTexts();
  if (fault === 'unsupported') return null;
  const labels = isWanted ? t('scanner.stop') : fault ? t('common.tryAgain') : t('scanner.start');
  return (
    <Button variant={isWanted ? 'plain' : 'primary'} isWide onClick={onPress}>
      {fault === 'noBackCamera' && !isWanted ? t('scanner.useFront') : labels}
    </Button>
  );
}

/** The camera's light and the other camera, where there are such. */
function Controls({ stream, onTurn }: { stream: MediaStream; onTurn: () => void }) {
  const { t } = useTexts();
  const [isLit, setIsLit] = useState(false);
  const [hasSeveral, setHasSeveral] = useState(false);
  useEffect(() => {
    let isOver = false;
    void hasSeveralCameras().then((found) => {
      if (!isOver) setHasSeveral(found);
    });
    return () => {
      isOver = true;
    };
  }, []);
  const hasLight = hasTorch(stream);
  if (!hasLight && !hasSeveral) return null;
  return (
    <div className={classes.controls}>
      {hasLight ? (
        <Button
          size="small"
          aria-pressed={isLit}
          className={joinClasses(classes.control, isLit && classes.lit)}
          onClick={() =>
            void setTorch(stream, !isLit)
              .then(() => setIsLit(!isLit))
              .catch(() => undefined)
          }
        >
          {t('scanner.light')}
        </Button>
      ) : null}
      {hasSeveral ? (
        <Button size="small" className={classes.control} onClick={onTurn}>
          {t('scanner.otherCamera')}
        </Button>
      ) : null}
    </div>
  );
}

/** For whoever has no camera, or a code that cannot be read. */
function Typed(props: ScannerProps) {
  const { isPaused = false, isTypingFirst = false, typedLabel, typedHint, typedAction, problem } = props;
  const { check, onRead, onTyped = onRead } = props;
  const { t } = useTexts();
  const form = useForm({
    names: ['code'],
    check: ({ code }) => {
      if (code.trim() === '') return { code: t('validation.fieldRequired') };
      return { code: check?.(code) };
    },
    onSubmit: ({ code }) => {
      wasJudged.current = false;
      onTyped(code.trim());
    },
  });
  const { ref } = form.props;
  const wasJudged = useRef(false);
  useEffect(() => {
    const field = ref.current?.elements.namedItem('code');
    if (isTypingFirst && field instanceof HTMLElement) field.focus();
  }, [ref, isTypingFirst]);

  // Judged and in order: the place is for the next one. What was refused stays to be mended.
  const clear = useEffectEvent(() => {
    if (wasJudged.current && problem === undefined) form.reset();
    wasJudged.current = isPaused;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked when judging begins and ends
  useEffect(() => clear(), [isPaused]);

  return (
    <form {...form.props} className={classes.typed}>
      <TextField
        {...form.field('code')}
        label={typedLabel ?? t('scanner.typed')}
        hint={typedHint}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={500}
        {...(isTypingFirst && { 'data-autofocus': true })}
      />
      <Button
        type="submit"
        variant="plain"
        isWide
        disabled={!form.isReady}
        isPending={isPaused}
        pendingText={t('scanner.judging')}
      >
        {typedAction ?? t('scanner.send')}
      </Button>
    </form>
  );
}
