import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { codeReader } from '#web/ui/code-reader.ts';

/** Which way a camera looks: at what is in front of the person, or at the person. */
export type Facing = 'environment' | 'user';

/** Why there is no picture. */
export type CameraFault =
  | 'noBackCamera'
  | 'noCamera'
  | 'denied'
  | 'busy'
  | 'unsupported'
  /** There is a picture, but nothing that could read it. */
  | 'noReader';

/** A code that stays before the camera is told once in so many milliseconds. */
export const sameCodeMs = 3000;

/** How often the picture is looked at. */
const lookMs = 200;

/** What was told last, and when, in milliseconds of the page. */
export interface Told {
  readonly text: string;
  readonly at: number;
}

/** Whether what the camera reads now is to be told: anything but the same once more within `sameCodeMs`. */
export function isNews(told: Told | undefined, text: string, now: number): boolean {
  return told?.text !== text || now - told.at >= sameCodeMs;
}

interface CameraOptions {
  /** The element that shows the picture while `isWanted`. */
  video: RefObject<HTMLVideoElement | null>;
  isWanted: boolean;
  facing: Facing;
  onFault: (fault: CameraFault) => void;
}

/**
 * The camera's picture in an element, from when it is wanted until it is not. It is given back while the page is hidden,
 * which some phones would not survive, and taken again when the page is shown.
 */
export function useCamera({ video, isWanted, facing, onFault }: CameraOptions): MediaStream | null {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const fail = useEffectEvent(onFault);
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    let isOpening = false;
    let opened: MediaStream | undefined;

    async function open() {
      if (isOver || opened || isOpening || document.visibilityState !== 'visible') return;
      isOpening = true;
      try {
        const got = await openCamera(facing);
        const screen = video.current;
        if (!screen) isOver = true;
        if (isOver || !screen || document.visibilityState !== 'visible') return stopTracks(got);
        opened = got;
        // Taken away: by another app, or with its cable.
        for (const track of got.getTracks()) track.addEventListener('ended', () => end('busy'));
        screen.srcObject = got;
        await screen.play().catch(() => undefined);
        if (opened === got) setStream(got);
      } catch (error) {
        end(faultOf(error, facing));
      } finally {
        isOpening = false;
        // The page may have been hidden and shown while it was asked for.
        if (!opened) void open();
      }
    }

    function close() {
      if (opened) stopTracks(opened);
      opened = undefined;
      if (video.current) video.current.srcObject = null;
      setStream(null);
    }

    function end(fault: CameraFault) {
      if (isOver) return;
      isOver = true;
      close();
      fail(fault);
    }

    const follow = () => (document.visibilityState === 'visible' ? void open() : close());
    void open();
    document.addEventListener('visibilitychange', follow);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', follow);
      close();
    };
  }, [isWanted, facing, video]);
  return stream;
}

interface LookingOptions {
  video: RefObject<HTMLVideoElement | null>;
  /** What `useCamera` gave. */
  stream: MediaStream | null;
  /** What was read is being judged: nothing is looked for meanwhile. */
  isPaused: boolean;
  onRead: (text: string) => void;
  onFault: (fault: CameraFault) => void;
}

/** Looks for QR codes in a camera's picture and tells what they say. */
export function useCodeLooking({ video, stream, isPaused, onRead, onFault }: LookingOptions): void {
  const [memory] = useState<{ told?: Told }>({});
  const tell = useEffectEvent(onRead);
  const fail = useEffectEvent(onFault);
  useEffect(() => {
    if (!stream || isPaused) return;
    // The code that was judged is probably still held there.
    if (memory.told) memory.told = { ...memory.told, at: performance.now() };
    let isOver = false;
    let timer: number | undefined;
    async function start() {
      const read = await codeReader();
      const look = async () => {
        const text = video.current ? await read(video.current).catch(() => undefined) : undefined;
        if (isOver) return;
        timer = window.setTimeout(() => void look(), lookMs);
        const now = performance.now();
        if (!text || !isNews(memory.told, text, now)) return;
        memory.told = { text, at: now };
        tell(text);
      };
      if (!isOver) await look();
    }
    start().catch(() => {
      if (!isOver) fail('noReader');
    });
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [stream, isPaused, video, memory]);
}

/** Whether this page was allowed the camera before; false where the browser does not say. */
export async function isCameraAllowed(): Promise<boolean> {
  // Not every browser knows this name, and some have no such question at all.
  const permissions = navigator.permissions as Permissions | undefined;
  const state = await permissions?.query({ name: 'camera' }).catch(() => undefined);
  return state?.state === 'granted';
}

/** Whether there are several cameras to choose from. */
export async function hasSeveralCameras(): Promise<boolean> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.filter(({ kind }) => kind === 'videoinput').length > 1;
}

/** Whether a camera has a light. */
export function hasTorch(stream: MediaStream): boolean {
  const [track] = stream.getVideoTracks();
  // Firefox has no such question.
  const capabilities: object = track && 'getCapabilities' in track ? track.getCapabilities() : {};
  return 'torch' in capabilities && capabilities.torch === true;
}

/** Turns the camera's light on or off. Rejects where the camera refuses. */
export async function setTorch(stream: MediaStream, isOn: boolean): Promise<void> {
  // `torch` is in no list of constraints that all browsers share.
  const torch = { torch: isOn } as MediaTrackConstraintSet;
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [torch] });
}

async function openCamera(facing: Facing): Promise<MediaStream> {
  // Missing in old browsers and on pages that are not secure.
  const media = navigator.mediaDevices as MediaDevices | undefined;
  if (!media) throw new DOMException('', 'NotSupportedError');
  // Whoever points a phone at a door means its back; a camera that looks at the person is asked for by itself.
  const facingMode = facing === 'environment' ? { exact: facing } : { ideal: facing };
  return media.getUserMedia({
    video: { facingMode, width: { ideal: 1280 }, height: { ideal: 720 } },
    audio: false,
  });
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function faultOf(error: unknown, facing: Facing): CameraFault {
  const name = error instanceof Error ? error.name : '';
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'OverconstrainedError':
      return facing === 'environment' ? 'noBackCamera' : 'noCamera';
    case 'NotFoundError':
      return 'noCamera';
    case 'NotSupportedError':
      return 'unsupported';
    default:
      return 'busy';
  }
}
