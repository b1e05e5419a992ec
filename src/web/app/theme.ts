import type { ColourMode } from '#shared/kernel/page-rules.ts';
import type { StartContext } from '#shared/start-context.ts';
import type { PageConfiguration } from '#shared/tenants/contract.ts';

/** The tenant's variables for both modes, so that changing the mode needs nothing from the server. */
export function themeCss(theme: PageConfiguration['theme']): string {
  return `${modeCss('light', theme.light)}${modeCss('dark', theme.dark)}`;
}

function modeCss(mode: ColourMode, variables: Readonly<Record<string, string>>): string {
  const declarations = Object.entries(variables)
    .filter(([name, value]) => /^--[\w-]+$/.test(name) && /^[\w#%.,()/ -]+$/.test(value))
    .map(([name, value]) => `${name}:${value}`);
  return `:root[data-mode=${mode}]{color-scheme:${mode};${declarations.join(';')}}`;
}

/** The context as the browser gets it: colours are in the style sheet already, but for that of the window's frame. */
export function startContextJson(start: StartContext): string {
  const { light, dark } = start.configuration.theme;
  const theme = { light: frameColour(light), dark: frameColour(dark) };
  const sent: StartContext = { ...start, configuration: { ...start.configuration, theme } };
  // JSON that cannot close its element.
  return JSON.stringify(sent).replaceAll('<', '\\u003c');
}

function frameColour({ '--bg': background = '' }: Readonly<Record<string, string>>) {
  return { '--bg': background };
}
