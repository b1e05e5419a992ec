import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { codeReader } from './code-reader.ts';
import classes from './code-scanner.module.css';
import { Notice } from './question.tsx';

interface CodeScannerProps {
  onCode: (text: string) => void;
  /** What the picture of the camera is, for those who listen. */
  label: string;
  /** Said where there is no camera at the back, and where it may not be used. */
  noCameraText: string;
  deniedText: string;
}

type Fault = 'noCamera' | 'denied';

/** How often the picture is looked at. */
const lookMs = 200;

/** The camera at the back, until it has read a QR code. Off while the page is hidden: some phones would not wake it. */
export function CodeScanner({ onCode, label, noCameraText, deniedText }: CodeScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState<Fault>();
  const tell = useEffectEvent(onCode);
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    let timer: number | undefined;

    async function start() {
      if (isOver || stream || document.visibilityState !== 'visible') return;
      const read = await codeReader();
      const opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const screen = video.current;
      if (isOver || !screen) {
        for (const track of opened.getTracks()) track.stop();
        return;
      }
      stream = opened;
      screen.srcObject = opened;
      await screen.play();
      const look = async () => {
        const text = await read(screen).catch(() => undefined);
        if (isOver || !stream) return;
        if (text) tell(text);
        else timer = window.setTimeout(() => void look(), lookMs);
      };
      void look();
    }

    function stop() {
      window.clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
      stream = undefined;
    }

    const open = () =>
      void start().catch((error: unknown) => {
        if (!isOver)
          setFault(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'noCamera');
      });
    const follow = () => (document.visibilityState === 'visible' ? open() : stop());
    open();
    document.addEventListener('visibilitychange', follow);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', follow);
      stop();
    };
  }, []);
  if (fault)
    return <Notice tone="bad" icon="warning" text={fault === 'denied' ? deniedText : noCameraText} />;
  return <video ref={video} className={classes.camera} aria-label={label} muted playsInline />;
}
