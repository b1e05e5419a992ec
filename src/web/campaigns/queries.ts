import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CodeEffect, checkCode, checkPublicCode } from '#shared/campaigns/contract.ts';
import { ApiError } from '#web/kernel/call.ts';
import { errorText, queryFor } from '#web/kernel/queries.ts';
import { useIsMember } from '#web/kernel/session.tsx';
import { showSnackbar } from '#web/kernel/snackbar.tsx';
import { useTexts } from '#web/kernel/texts.tsx';

/** What is about to be bought. */
export interface CodeSubject {
  readonly productId: number;
  readonly clubId: number;
  readonly quantity?: number;
}

/**
 * Asks what a code does, when it is pressed and never by itself: each question counts against guessing. Reserves
 * nothing; the place is taken with the draft.
 */
export function useCodeCheck({ productId, clubId, quantity = 1 }: CodeSubject) {
  const { t } = useTexts();
  const client = useQueryClient();
  const isMember = useIsMember();
  const [isPending, setIsPending] = useState(false);

  /** The effect, or why there is none. */
  async function check(code: string): Promise<{ effect: CodeEffect } | { problem: string }> {
    const endpoint = isMember ? checkCode : checkPublicCode;
    const query = { code, product: productId, unit: clubId, quantity };
    setIsPending(true);
    try {
      const effect = await client.fetchQuery({ ...queryFor(endpoint, { query }), retry: false, gcTime: 0 });
      showSnackbar({ type: 'success', text: t('campaigns.applied') });
      return { effect };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { problem: errorText(error, t) };
    } finally {
      setIsPending(false);
    }
  }

  return { check, isPending };
}
