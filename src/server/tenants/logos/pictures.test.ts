import { describe, expect, test } from 'vitest';
import { PictureError, toDrawing } from './pictures.ts';

const svg = (inside: string, attributes = 'viewBox="0 0 10 20"') =>
  Buffer.from(`<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);
const rect = '<rect width="10" height="20" fill="#c00"/>';

const mask = (id: string, attributes: string) =>
  `<mask id="${id}"><rect width="10" height="20" fill="#fff" ${attributes}/></mask>`;

/** The pixels a drawing keeps. */
function pngOf(drawing: string): Buffer {
  return Buffer.from(/base64,([^"]+)/.exec(drawing)?.[1] ?? '', 'base64');
}

describe('a picture', () => {
  test('of shapes is drawn once into a square, and only its pixels are kept', async () => {
    const drawing = await toDrawing(svg(rect));
    expect(drawing).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="48" height="48"[^>]*><image [^>]*\/><\/svg>$/,
    );
    const png = pngOf(drawing);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([512, 512]);
    // What was kept is a picture like any other: it may be given back.
    expect(pngOf(await toDrawing(png)).length).toBeGreaterThan(100);
  });

  test('may fade by a mask with a gradient', async () => {
    const gradient =
      '<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-color="#000"/></linearGradient>';
    const faded = svg(`${gradient}${mask('m', 'stroke="url(#g)"')}<g mask="url(#m)">${rect}</g>`);
    await expect(toDrawing(faded)).resolves.toContain('<image');
  });

  test('has the paint that its root says', async () => {
    const [own, root] = await Promise.all(
      [
        svg('<rect width="10" height="20" fill="#c00"/>'),
        svg('<rect width="10" height="20"/>', 'viewBox="0 0 10 20" fill="#c00"'),
      ].map(toDrawing),
    );
    expect(root).toBe(own);
  });

  /** Nine units of nothing in which another reader sees a whole picture: a comment to one is markup to the other. */
  const hidden = (inside: string) =>
    Buffer.from(
      `<!-- <svg viewBox="0 0 10 20">${inside}<![CDATA[ --><svg viewBox="0 0 9 9"><desc id="]]>"/></svg>`,
    );

  test.each([
    ['in a comment before it', hidden(rect)],
    ['in a comment', svg(`<!-- ${rect} -->`)],
    ['in a text', svg(`<desc><![CDATA[</desc>${rect}<desc>]]></desc>`)],
    ['in an attribute', svg(`<g id='"></g>${rect}<g id="'/>`)],
    ['in the name of an attribute', svg(`<g x"></g>${rect}<g y="z"/>`)],
    ['behind it', Buffer.concat([svg('<g/>'), Buffer.from(rect)])],
  ])('that stands %s is not drawn', async (_, bytes) => {
    await expect(toDrawing(bytes)).rejects.toThrow(PictureError);
  });

  test('without a view box has its own size', async () => {
    await expect(toDrawing(svg(rect, 'width="10px" height="20"'))).resolves.toContain('<image');
  });

  test.each([
    ['a script', svg(`${rect}<script>alert(1)</script>`)],
    ['a handler', svg('<rect width="10" height="20" onload="alert(1)"/>')],
    ['a link', svg(`<a href="javascript:alert(1)">${rect}</a>`)],
    ['another picture', svg(`${rect}<image href="file:///etc/passwd"/>`)],
    ['a copy', svg(`<g id="a">${rect}</g><use href="#a"/>`)],
    ['a page', svg(`${rect}<foreignObject><p>x</p></foreignObject>`)],
    ['a style', svg(`<style>@import url(https://evil.test)</style>${rect}`)],
    ['an address of a paint', svg('<rect width="10" height="20" fill="url(https://evil.test/x)"/>')],
    ['a text', svg('<text>x</text>')],
    ['entities', Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['masks in masks', svg(`${mask('b', 'mask="url(#a)"')}${mask('a', '')}${rect}`)],
    ['a clip path that is clipped', svg(`<clipPath id="a" clip-path="url(#b)">${rect}</clipPath>${rect}`)],
    [
      'a clip path in a style inside',
      svg(`<clipPath id="a"><g style="clip-path:url(#b)">${rect}</g></clipPath>`),
    ],
    ['a reference in disguise', svg('<mask id="a"><rect width="9" height="9" mask="&#117;rl(#a)"/></mask>')],
    ['a pattern', svg(`<pattern id="a" width="1" height="1">${rect}</pattern>${rect}`)],
    ['a filter', svg(`<filter id="a"><feGaussianBlur stdDeviation="9"/></filter>${rect}`)],
    ['nothing to see', svg('<g/>')],
    ['no size', svg(rect, '')],
    ['too many shapes', svg(rect.repeat(2100))],
    ['no markup', Buffer.from('hello')],
    ['a photograph', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['half a PNG', Buffer.from('89504e470d0a1a0a', 'hex')],
  ])('with %s is refused', async (_, bytes) => {
    await expect(toDrawing(bytes)).rejects.toThrow(PictureError);
  });
});
