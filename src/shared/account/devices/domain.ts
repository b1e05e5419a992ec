import type { DeviceParameters } from '../contract.ts';

export interface DeviceName {
  readonly kind: 'phone' | 'tablet' | 'computer';
  /** As its maker calls it; null for one we do not know. */
  readonly browser: string | null;
  readonly system: string | null;
}

/** More special ones first: most browsers say that they are Chrome or Safari, too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** What a device calls itself, for its owner to know it by; by the fingerprint it sent last. */
export function deviceName({
  userAgent,
  touchPoints,
}: Pick<DeviceParameters, 'userAgent' | 'touchPoints'>): DeviceName {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
  if (/iPhone/.test(userAgent)) return { kind: 'phone', browser, system: 'iPhone' };
  // An iPad says that it is a Mac, which has no screen to touch.
  if (/iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) {
    return { kind: 'tablet', browser, system: 'iPad' };
  }
  if (/Android/.test(userAgent)) {
    return { kind: /Mobile/.test(userAgent) ? 'phone' : 'tablet', browser, system: 'Android' };
  }
  const systems: readonly (readonly [RegExp, string])[] = [
    [/Windows/, 'Windows'],
    [/CrOS/, 'ChromeOS'],
    [/Macintosh/, 'Mac'],
    [/Linux/, 'Linux'],
  ];
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1] ?? null;
  return { kind: 'computer', browser, system };
}
