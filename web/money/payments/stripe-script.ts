// Stripe's own script, from Stripe's own address, as it demands; fetched only where its form is shown. What is used of it is named here.
export interface StripeError {
  type: string
  message?: string
}
export interface StripeElements {
  create(
    kind: 'payment',
    options?: object,
  ): { mount(at: HTMLElement): void; on(name: 'ready' | 'loaderror', listener: () => void): void; destroy(): void }
}
export interface StripeScript {
  elements(options: object): StripeElements
  confirmPayment(options: object): Promise<{ error?: StripeError; paymentIntent?: { status: string } }>
  confirmSetup(options: object): Promise<{ error?: StripeError; setupIntent?: { payment_method: string | null } }>
}

const address = 'https://js.stripe.com/v3/'
let script: Promise<(key: string) => StripeScript> | undefined

export async function stripeScript(publishableKey: string): Promise<StripeScript> {
  script ??= fetched().catch((error: unknown) => {
    // The next press tries again.
    script = undefined
    throw error
  })
  return (await script)(publishableKey)
}

function fetched(): Promise<(key: string) => StripeScript> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    element.src = address
    element.addEventListener('load', () => resolve((window as unknown as { Stripe: (key: string) => StripeScript }).Stripe))
    element.addEventListener('error', () => reject(new Error('the form of Stripe did not come')))
    document.head.append(element)
  })
}
