import { expect, it } from 'vitest';
import { deviceName } from './domain.ts';

const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1';
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${mac} Safari/605.1.15`, 0, 'computer', 'Safari', 'Mac'],
  [`${mac} Safari/605.1.15`, 1, 'computer', 'Safari', 'Mac'],
  [`${mac} Safari/605.1.15`, 2, 'tablet', 'Safari', 'iPad'],
  [`${mac} Safari/605.1.15`, 5, 'tablet', 'Safari', 'iPad'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) CriOS/131.0 Mobile/15E148 Safari/604.1',
    5,
    'phone',
    'Chrome',
    'iPhone',
  ],
  [`${android} Chrome/131.0 Mobile Safari/537.36`, 5, 'phone', 'Chrome', 'Android'],
  [`${android} SamsungBrowser/27.0 Chrome/125.0 Safari/537.36`, 5, 'tablet', 'Samsung Internet', 'Android'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0 Safari/537.36 Edg/131.0',
    0,
    'computer',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    0,
    'computer',
    'Firefox',
    'Linux',
  ],
  ['test', 1, 'computer', null, null],
])('%s, touched in %i points', (userAgent, touchPoints, kind, browser, system) => {
  expect(deviceName({ userAgent, touchPoints })).toEqual({ kind, browser, system });
});
