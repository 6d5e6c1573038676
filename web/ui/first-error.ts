import type { BaseSyntheticEvent } from 'react'

/**
 * For a form's refused submit: the first thing that is wrong, from the top, takes the focus. The pieces of web/ui say
 * aria-invalid themselves; groups of several controls mark themselves with data-invalid.
 */
export function focusFirstError(_errors: unknown, event?: BaseSyntheticEvent): void {
  const form: unknown = event?.target
  if (!(form instanceof HTMLFormElement)) return
  // After the errors have been drawn.
  requestAnimationFrame(() =>
    form
      .querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] :is(input:not([tabindex="-1"]), button, [role="checkbox"])')
      ?.focus(),
  )
}
