import type { ColourMode } from '#shared/kernel/page-rules.ts';
import type { PageConfiguration } from '#shared/tenants/contract.ts';

/** The tenant's variables for both modes, so that changing the mode needs nothing from the server. */
export function themeCss(theme: PageConfiguration['theme']): string {
  return modeCss('light', theme.light) + modeCss('dark', theme.dark);
}

function modeCss(mode: ColourMode, variables: Readonly<Record<string, string>>): string {
  const declarations = Object.entries(variables)
    .filter(([name, value]) => /^--[\w-]+$/.test(name) && /^[\w#%.,()/ -]+$/.test(value))
    .map(([name, value]) => `${name}:${value}`);
  return `:root[data-mode=${mode}]{color-scheme:${mode};${declarations.join(';')}}`;
}
