/** The card the service's sandbox accepts (protocols section 1.11); any other is declined. */
export const acceptedCard = '5577000055770004';

export const cardScriptPath = '/stand-in/montonio.umd.js';

/** Where the fields send what was typed. */
export function cardPath(sessionId: string): string {
  return `/stand-in/card/${sessionId}`;
}

/**
 * Stands for the service's own script: the same global, the same methods, one field, marked as what it is. Plain
 * JavaScript, for it is sent as it stands.
 */
export const cardScript = `(() => {
  class MontonioCheckout {
    constructor(options) { this.options = options; }
    async initialize(container) {
      const label = document.createElement('label');
      label.textContent = 'Stand-in card, no real money (${acceptedCard})';
      this.input = document.createElement('input');
      this.input.inputMode = 'numeric';
      this.input.autocomplete = 'cc-number';
      label.append(this.input);
      container.replaceChildren(label);
      this.container = container;
    }
    async validateOrReject() {
      if (/^[0-9 ]{12,23}$/.test(this.input.value)) return;
      this.input.setAttribute('aria-invalid', 'true');
      this.input.focus();
      throw new Error('INCOMPLETE');
    }
    async submitPayment() {
      const answer = await fetch('${cardPath('')}' + this.options.sessionUuid, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ number: this.input.value }),
      });
      const { isAccepted, returnUrl } = await answer.json();
      if (isAccepted) this.options.onSuccess({ paymentStatus: 'PAID', returnUrl });
      else this.options.onError({ message: 'ISSUER_DECLINED', displayedInPaymentComponent: false });
    }
    destroy() { this.container?.replaceChildren(); }
  }
  window.Montonio = { MontonioCheckout };
})();
`;
