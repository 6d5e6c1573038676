// What Stripe would send to a browser, as far as our pages use it: its script, the frame with the fields, the bank's question. Written from
// Stripe's own reference (docs.stripe.com/js) and strict: whatever it does not know, it throws at.

/** For https://js.stripe.com/v3/: makes frames and carries messages; what is typed stays in the frame. */
export const script = `(() => {
  const strict = (name, object) => new Proxy(object, {
    get(target, key) {
      if (key in target || key === 'then' || typeof key === 'symbol') return target[key]
      throw new Error('Stripe stand-in: there is no ' + name + '.' + key)
    },
  })
  const takes = (name, given, known) => {
    for (const key of Object.keys(given)) if (!known.includes(key)) throw new Error('Stripe stand-in: ' + name + ' takes no ' + key)
  }
  const variables = ['fontFamily', 'fontSizeBase', 'spacingUnit', 'borderRadius', 'colorPrimary', 'colorBackground', 'colorText',
    'colorTextSecondary', 'colorTextPlaceholder', 'colorDanger']
  const framed = (src, title, style) => {
    const frame = document.createElement('iframe')
    Object.assign(frame, { src, title })
    Object.assign(frame.style, { border: '0', display: 'block', width: '100%', colorScheme: 'light only' }, style)
    return frame
  }
  const heard = (frame, kind) => new Promise((hear) => {
    const listen = (event) => {
      if (event.source !== frame.contentWindow || event.data.kind !== kind) return
      window.removeEventListener('message', listen)
      hear(event.data)
    }
    window.addEventListener('message', listen)
  })
  const asksTheBank = async (url) => {
    const frame = framed(url, '3D Secure', { position: 'fixed', inset: '0', height: '100%', zIndex: '2147483647' })
    document.body.append(frame)
    const { passed } = await heard(frame, 'bank')
    frame.remove()
    return passed
  }
  window.Stripe = (key) => {
    if (!/^pk_(test|live)_\\w+$/.test(key)) throw new Error('Stripe stand-in: ' + key + ' is no publishable key')
    let mounted
    const confirm = async (purpose, options) => {
      takes('confirm', options, ['elements', 'clientSecret', 'confirmParams', 'redirect'])
      if (!options.elements || !mounted) throw new Error('Stripe stand-in: an element must be mounted before it is confirmed')
      if (options.redirect !== 'if_required') throw new Error('Stripe stand-in: it would leave the page')
      takes('confirmParams', options.confirmParams, ['return_url'])
      new URL(options.confirmParams.return_url)
      const ask = async (bank) => {
        const answer = heard(mounted, 'confirmed')
        mounted.contentWindow.postMessage({ kind: 'confirm', purpose, bank }, 'https://js.stripe.com')
        return (await answer).result
      }
      const first = await ask()
      if (!first.action) return first
      return ask((await asksTheBank(first.action)) ? 'passed' : 'failed')
    }
    return strict('stripe', {
      elements(options) {
        takes('elements', options, ['clientSecret', 'locale', 'appearance'])
        if (!['auto', 'en', 'zh-TW'].includes(options.locale)) throw new Error('Stripe stand-in: no locale ' + options.locale)
        const { theme, variables: given, rules = {} } = options.appearance
        takes('appearance', options.appearance, ['theme', 'variables', 'rules'])
        if (!['stripe', 'night', 'flat'].includes(theme)) throw new Error('Stripe stand-in: no theme ' + theme)
        takes('variables', given, variables)
        takes('rules', rules, ['.Input', '.Label', '.Error', '.Tab', '.Block'])
        return strict('elements', {
          create(kind, given = {}) {
            if (kind !== 'payment') throw new Error('Stripe stand-in: no element ' + kind)
            takes('payment', given, ['layout', 'fields', 'terms', 'wallets'])
            const hearers = { ready: [], loaderror: [], change: [], focus: [], blur: [] }
            const listen = (event) => {
              if (!mounted || event.source !== mounted.contentWindow) return
              if (event.data.kind === 'ready') for (const hear of hearers.ready) hear({ elementType: 'payment' })
              if (event.data.kind === 'height') mounted.style.height = event.data.height + 'px'
            }
            return strict('element', {
              on(name, hear) {
                if (!hearers[name]) throw new Error('Stripe stand-in: no event ' + name)
                hearers[name].push(hear)
              },
              mount(at) {
                window.addEventListener('message', listen)
                const about = new URLSearchParams({ key, ...options, appearance: JSON.stringify(options.appearance) })
                mounted = framed('https://js.stripe.com/v3/elements-inner-payment.html?' + about, 'Secure payment input frame', {
                  height: '0', margin: '-4px', width: 'calc(100% + 8px)',
                })
                at.append(mounted)
              },
              destroy() {
                window.removeEventListener('message', listen)
                mounted?.remove()
                mounted = undefined
              },
            })
          },
        })
      },
      confirmPayment: (options) => confirm('payment', options),
      confirmSetup: (options) => confirm('setup', options),
    })
  }
})()`

/** The frame of Stripe's in which the card is typed. It alone speaks with Stripe. */
export const fields = `<!doctype html><meta charset="utf-8"><title>Stripe</title><body><form autocomplete="off"></form><script>
  const about = new URLSearchParams(location.search)
  const { theme, variables, rules = {} } = JSON.parse(about.get('appearance'))
  const zh = about.get('locale') === 'zh-TW'
  const words = zh
    ? { number: '卡號', expiry: '到期日', cvc: '安全碼', incomplete: '您的卡號不完整。', country: '國家/地區', place: '台灣', when: '月/年' }
    : { number: 'Card number', expiry: 'Expiration date', cvc: 'Security code', incomplete: 'Your card number is incomplete.', country: 'Country', place: 'Taiwan', when: 'MM / YY' }
  const css = (name) => Object.entries(rules[name] ?? {}).map(([key, value]) => key.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase()) + ':' + value).join(';')
  const style = document.createElement('style')
  style.textContent = 'body{margin:0;font:' + variables.fontSizeBase + '/1.5 ' + variables.fontFamily + ';color:' + variables.colorText +
    '}form{display:grid;grid-template-columns:1fr 1fr;gap:12px;padding:4px}label{display:grid;gap:4px;' + css('.Label') +
    '}input{box-sizing:border-box;width:100%;font:inherit;font-weight:400;background:' + variables.colorBackground + ';color:inherit;border-radius:' + variables.borderRadius + ';' + css('.Input') +
    '}input:focus{outline:2px solid ' + variables.colorPrimary + '}input::placeholder{color:' + variables.colorTextPlaceholder +
    '}.wide{grid-column:1/-1}[role=alert]{color:' + variables.colorDanger + ';font-size:14px;font-weight:400}'
  document.head.append(style)
  const form = document.querySelector('form')
  const field = (name, wide, placeholder) => {
    const label = document.createElement('label')
    const input = document.createElement('input')
    Object.assign(input, { name, placeholder })
    if (wide) label.className = 'wide'
    label.append(words[name], input)
    form.append(label)
    return input
  }
  const number = field('number', true, '1234 1234 1234 1234')
  const [expiry, cvc] = [field('expiry', false, words.when), field('cvc', false, 'CVC')]
  field('country', true, '').value = words.place
  const problem = document.createElement('span')
  problem.setAttribute('role', 'alert')
  number.after(problem)
  const tell = (data) => parent.postMessage(data, '*')
  new ResizeObserver(() => tell({ kind: 'height', height: form.offsetHeight })).observe(form)
  addEventListener('message', async ({ data }) => {
    if (data.kind !== 'confirm') return
    const digits = number.value.replace(/\\D/g, '')
    problem.textContent = digits.length < 16 || !expiry.value || !cvc.value ? words.incomplete : ''
    if (problem.textContent) return tell({ kind: 'confirmed', result: { error: { type: 'validation_error', code: 'incomplete_number', message: problem.textContent } } })
    const body = new URLSearchParams({ key: about.get('key'), client_secret: about.get('clientSecret'), number: digits, locale: about.get('locale'), ...(data.bank && { bank: data.bank }) })
    const answer = await fetch('https://api.stripe.com/v1/' + data.purpose + '_intents/confirm', { method: 'POST', body })
    tell({ kind: 'confirmed', result: await answer.json() })
  })
  tell({ kind: 'ready' })
</script>`

/** The bank's question, in a frame of its own. */
export const bank = `<!doctype html><meta charset="utf-8"><title>3D Secure</title><meta name="viewport" content="width=device-width">
<body style="margin:0;min-height:100vh;display:grid;place-items:center;background:#0008;font:16px/1.5 sans-serif">
<div role="dialog" style="background:#fff;color:#111;padding:24px;border-radius:12px;display:grid;gap:12px;max-width:300px">
<strong>3D Secure 2 Test Page</strong><button id="yes">Complete</button><button id="no">Fail</button></div>
<script>
  for (const [id, passed] of [['yes', true], ['no', false]])
    document.getElementById(id).addEventListener('click', () => parent.postMessage({ kind: 'bank', passed }, '*'))
</script>`

/** Where a creator tells Stripe who they are. */
export const connect = (back: string) => `<!doctype html><meta charset="utf-8"><title>Stripe Connect</title>
<body style="font:16px/1.5 sans-serif;padding:24px"><h1>Stripe Connect</h1><p><a href="${back}">Leave</a></p><p><a href="/finish">Submit</a></p>`
