// Every way the server says no, and the HTTP status that carries it. The sentence for a person is in
// contract/words/{language}/refusals.json under the same code. A business "no" is never 401 or 500: the
// client leaves the page on both (specification.md section 8).
export const refusals = {
  // the request itself
  invalid: 422,
  malformed_json: 400,
  unsupported_media_type: 415,
  too_large: 413,
  wrong_origin: 403,
  too_many_requests: 429,
  maintenance: 503,
  /** The database, the folder of files or what counts calls is away for a moment; nothing is wrong with what was asked. */
  unavailable: 503,
  /** There is no room to write, in the files or in the database. */
  no_room: 503,
  idempotency_key_reused: 422,
  /** The site asks who sends this form to show that they are no program. */
  captcha_required: 422,
  /** What was shown is wrong, over, another form's, or was used. */
  captcha_failed: 422,
  /** Nobody can tell: who checks captchas is away, or was not given the right keys. */
  captcha_unavailable: 503,
  // who is asking
  /** The site is closed in the country that they call from. */
  country_closed: 451,
  /** Where they call from, ages are checked by a provider, and theirs was not, or too long ago. */
  age_not_assured: 403,
  sign_in_required: 401,
  not_allowed: 403,
  /** Whoever acts for another does not do this in their name. */
  not_while_acting: 403,
  not_found: 404,
  // accounts
  incorrect_credentials: 400,
  account_locked: 403,
  account_inactive: 403,
  /** Its owner closes it, and can still take that back: by `token`, until `until`. */
  account_closing: 403,
  email_not_verified: 403,
  performer_pending: 403,
  performer_rejected: 403,
  /** It is none of this sign-in's accounts, or is closed. */
  account_not_yours: 403,
  /** They have a performer's account behind this sign-in already. */
  performs_already: 409,
  /** The password is right; `ticket` and a code sign in. */
  two_factor_required: 403,
  /** The first step was too long ago, was used, or is not known. */
  ticket_over: 422,
  /** It is none of now, or was used. */
  wrong_code: 422,
  /** It is of no letter that is still good, or was tried too often. */
  wrong_letter_code: 422,
  two_factor_is_on: 409,
  two_factor_is_off: 409,
  two_factor_not_begun: 409,
  /** The site has lost the key that opens its secret: a recovery code is taken, and staff can take the factor off. */
  authenticator_lost: 422,
  /** Staff's own rows need it (a setting). */
  two_factor_needed: 403,
  /** What was to be signed was asked for too long ago, for something else or by somebody else, or was used. */
  passkey_over: 422,
  /** It cannot be read, or does not hold: no key of ours made it of what was asked. */
  passkey_invalid: 422,
  /** It was made for another site. */
  passkey_wrong_site: 422,
  /** The authenticator did not look who holds it. */
  passkey_unverified: 422,
  /** The key is none that is known here: removed, perhaps. */
  passkey_unknown: 422,
  /** A key of the second step lets nobody in without the password. */
  passkey_second_step: 422,
  /** It counted backwards: there may be two of it. */
  passkey_copied: 422,
  /** The key is registered already. */
  passkey_taken: 409,
  /** Twenty of them. */
  passkeys_full: 409,
  /** The site has no address that browsers give keys for: a name, by https. */
  passkeys_unavailable: 409,
  /** What was typed to be sure is not one's own username. */
  username_differs: 422,
  /** Somebody else's money or goods hang on it: `stops` names what. */
  closing_stopped: 409,
  /** What would be lost is not what they saw. */
  closing_changed: 409,
  username_taken: 409,
  username_reserved: 422,
  email_taken: 409,
  /** It is their address already. */
  email_is_yours: 422,
  under_age: 422,
  wrong_password: 422,
  /** They have no password to show, and signed in too long ago. */
  sign_in_again: 403,
  /** It is on the list of those that guessers try first. */
  password_common: 422,
  link_expired: 422,
  terms_outdated: 422,
  prohibited_term: 422,
  agreement_required: 422,
  locked_after_approval: 422,
  image_host_not_allowed: 422,
  endpoint_not_allowed: 422,
  /** Nobody said in time where it is. */
  endpoint_silent: 503,
  /** The address is somebody's here, and it is not known that both are one person: they sign in with the password, and link it. */
  identity_email_taken: 409,
  identity_linked_elsewhere: 409,
  /** The account has another one of this provider. */
  identity_already_linked: 409,
  /** Whoever has no password and one provider keeps it. */
  last_way_in: 409,
  sign_in_not_offered: 404,
  /** The provider is away, or was not told of this site. */
  sign_in_unavailable: 503,
  /** What the provider sent was used, is too old, or was another browser's. */
  sign_in_over: 422,
  /** It was not meant for this site, or is not what the provider signed. */
  sign_in_refused: 422,
  /** No provider checks ages for this site. */
  age_check_not_offered: 404,
  /** The provider is away, or was not told of this site. */
  age_check_unavailable: 503,
  /** What the provider sent was used, is too old, or was another browser's or account's. */
  age_check_over: 422,
  /** It was not meant for this site, or is not what the provider signed. */
  age_check_refused: 422,
  /** They, or the provider, broke it off. */
  age_check_declined: 422,
  /** The provider says of them that they are not old enough, or not that they are. */
  age_check_too_young: 422,
  /** The provider says nothing of their age. */
  age_check_says_nothing: 422,
  /** specification.md section 8 has this one as 401: the widget then asks its provider for another token. */
  sso_expired: 401,
  sso_malformed: 400,
  already_decided: 409,
  /** It is not what staff looked at any more. */
  work_changed: 409,
  /** Its creator does not offer it for the front of the house. */
  not_offered: 409,
  /** Staff decide once they have opened each of the papers that stand; `left` of them they have not. */
  papers_unseen: 409,
  papers_missing: 409,
  /** They are closing the account from which they applied: what would become a performer goes along with it. */
  applicant_closing: 409,
  // people
  cannot_follow_yourself: 422,
  cannot_block_yourself: 422,
  unknown_country: 422,
  // media
  file_required: 422,
  file_type_not_allowed: 422,
  file_unreadable: 422,
  file_not_yours: 422,
  file_in_use: 409,
  file_not_ready: 422,
  file_blocked: 422,
  /** It is theirs and should be there, and cannot be opened: ours to mend. */
  file_unavailable: 503,
  file_check_unavailable: 503,
  file_too_long: 422,
  upload_not_found: 404,
  // money
  not_enough_tokens: 402,
  amount_out_of_bounds: 422,
  price_out_of_bounds: 422,
  price_changed: 409,
  performers_cannot_buy: 403,
  birth_date_required: 403,
  wallet_frozen: 403,
  cannot_pay_yourself: 422,
  /** Both accounts are one person's: what is paid, asked or rated between them says nothing. */
  own_account: 422,
  unknown_package: 422,
  gateway_unavailable: 422,
  checkout_over: 409,
  card_unusable: 422,
  card_refused: 422,
  card_kept_already: 409,
  card_in_use: 409,
  cards_not_kept: 422,
  cannot_retry: 409,
  too_many_retries: 429,
  payment_not_found: 404,
  signature_invalid: 400,
  signature_expired: 400,
  event_unknown: 422,
  event_mismatch: 422,
  already_subscribed: 409,
  subscription_over: 409,
  not_for_sale: 422,
  no_free_subscription: 422,
  free_subscription_used: 409,
  too_many_tiers: 409,
  tier_name_taken: 409,
  tier_price_too_low: 422,
  /** A longer time that would cost less than a shorter one; `minimum` is what that one costs. */
  longer_costs_less: 422,
  promotion_dates: 422,
  promotion_over: 409,
  promotion_used_up: 409,
  promotion_not_for_you: 403,
  change_not_possible: 409,
  gift_not_possible: 422,
  gift_does_not_renew: 409,
  not_closed_yet: 409,
  limit_below_amount: 422,
  refill_too_small: 422,
  wallet_in_debt: 409,
  tokens_out: 409,
  /** The creator's own prices are in another currency than the site's: a tier stands on them. */
  prices_rest: 409,
  coupon_unknown: 404,
  coupon_expired: 422,
  coupon_used_up: 422,
  coupon_minimum: 422,
  coupon_used: 422,
  coupon_code_taken: 409,
  // payouts
  not_verified: 403,
  bank_details_missing: 422,
  bank_on_hold: 422,
  bank_unconfirmed: 422,
  bank_unreadable: 422,
  payee_name_differs: 422,
  payout_account_missing: 422,
  payout_open: 409,
  payout_below_minimum: 422,
  payout_above_available: 422,
  payout_cannot_follow: 409,
  payout_not_approved: 409,
  nothing_to_export: 409,
  // catalogue
  price_required: 422,
  /** A price of what nobody pays a price for: dropping it would give away what was meant to be sold. */
  price_without_sale: 422,
  sale_needs_file: 422,
  media_is_sold: 409,
  price_is_sold: 409,
  text_or_file_required: 422,
  too_many_files: 422,
  schedule_in_past: 422,
  welcome_not_free: 422,
  type_is_sold: 409,
  needs_a_photo: 422,
  unknown_participant: 422,
  /** Only those may whom it opens for: reading what is said under it, writing there, liking it. */
  work_locked: 403,
  // polls
  poll_needs_options: 422,
  poll_over: 409,
  poll_running: 409,
  already_voted: 409,
  poll_has_votes: 409,
  // comments
  comments_closed: 403,
  no_reply_to_a_reply: 422,
  edit_time_over: 409,
  // talk
  /** The performer reads those who subscribe, and nobody pays to write. */
  messages_closed: 403,
  /** A performer writes first to those alone who follow them or subscribe. */
  messages_need_follower: 403,
  /** One of the two blocked the other. */
  messages_blocked: 403,
  text_required: 422,
  /** What one answers is deleted, or never reached both. */
  reply_not_there: 422,
  /** A tip with words gives at least what a message costs. */
  tip_below_price: 422,
  /** The two of that conversation are not who tips and who is tipped. */
  conversation_with_another: 422,
  /** What stands in a conversation was said by somebody. */
  tip_bears_a_name: 422,
  /** Fans sell nothing. */
  price_not_allowed: 422,
  preview_not_among_photos: 422,
  /** There is something to be seen or heard in it: another text would be said of what was looked at. */
  message_has_files: 409,
  /** So much may one fan send in a day. */
  too_much_in_a_day: 429,
  /** Somebody paid for it: it stays as it was said. */
  message_is_paid: 409,
  // live
  /** They are on air already: one stream at a time. */
  already_live: 409,
  /** `most` streams may be announced at once. */
  too_many_scheduled: 409,
  /** Their papers were looked at too long ago (a setting): somebody has to look again before they go live. */
  documents_outdated: 403,
  /** `most` may keep order in a creator's rooms. */
  too_many_moderators: 409,
  /** They may not come to this creator's streams: the ban is lifted first. */
  banned_from_stages: 409,
  /** This performer takes no requests for private shows now. */
  takes_no_private_shows: 409,
  /** It was answered, withdrawn, or waited too long. */
  private_request_over: 409,
  /** Whoever asked could not pay the least number of minutes any more. */
  fan_cannot_pay: 409,
  /** They said no to being on this stage: it is not asked again for the same hour, nor after a second no. */
  guest_declined: 409,
  /** The show is not what the yes was read for any more. */
  consent_outdated: 409,
  stream_ended: 409,
  stream_not_begun: 409,
  /** It is on already: nobody has to be reminded of it. */
  stream_begun: 409,
  /** Watching it takes something that they lack. */
  stream_locked: 403,
  /** An offer that is none, or of which nothing can be played. */
  bad_offer: 422,
  /** As many watch as this machine can carry. */
  stream_full: 503,
  /** Some seconds late one stream is watched at a time: they asked for another one since. */
  watched_elsewhere: 409,
  /** It is not shown some seconds late: who watches it takes WebRTC. */
  webrtc_only: 409,
  /** Somebody publishes there already. */
  stream_taken: 409,
  /** Whoever carries picture and sound is away for a moment, or was not given its keys. */
  live_unavailable: 503,
  /** Whoever carries streams now does not show what reaches people: nothing is sold by the minute. */
  minutes_not_shown: 409,
  recording_unavailable: 422,
  /** Whoever carries this stream takes nothing from an encoder. */
  no_encoders: 409,
  /** The room of a stream that is over, or that its performer closed. */
  room_closed: 409,
  room_muted: 403,
  /** Only those of its audience write there. */
  room_audience: 403,
  /** So many seconds until they may say something again. */
  slow_mode: 429,
  /** A list of fans that was taken away, or is another's. */
  list_gone: 422,
  /** Nobody would hear it. */
  campaign_to_nobody: 422,
  /** What is in it nobody looked at yet: published first, it can go to many. */
  campaign_files_unreviewed: 422,
  campaign_went_out: 409,
  campaign_cancelled: 409,
  campaign_not_sent: 409,
  campaign_unsent: 409,
  /** `limit` of them in 24 hours. */
  too_many_campaigns: 409,
  too_many_lists: 409,
  list_name_taken: 409,
  /** Neither follows, subscribed, bought nor wrote; or hides. */
  fan_unknown: 422,
  too_many_replies: 409,
  /** The performer makes nothing to order. */
  requests_closed: 403,
  /** `limit` of them are open with this performer. */
  requests_open: 409,
  /** `limit` in 24 hours, whatever became of them. */
  requests_a_day: 429,
  /** A budget or a quote below the `minimum` that the performer names. */
  request_below_minimum: 422,
  /** It has gone on, or is over: `state`. */
  request_over: 409,
  /** What was made for it is sent and waits. */
  request_delivering: 409,
  /** Nothing was made for it yet that could be something else than was agreed: `state`. */
  request_not_delivered: 409,
  /** It stays where it was asked: it is withdrawn or declined instead. */
  message_is_request: 409,
  reply_name_taken: 409,
  // links that bring newcomers
  referral_code_taken: 409,
  belongings_asked: 409,
  referral_code_reserved: 422,
  /** `limit` of them in all: old ones go on working, so none is free again. */
  too_many_referral_codes: 409,
  // reports
  cannot_report_yourself: 422,
  /** `limit` of them in an hour. */
  too_many_reports: 429,
  // the site's own pages, and what it puts forward
  slug_taken: 409,
  slug_reserved: 422,
  /** `what` of a text would run in its reader's browser. */
  html_unsafe: 422,
  /** Somebody else saved it meanwhile. */
  page_changed: 409,
  /** It leads neither to a path of this site nor to an address by https. */
  link_not_allowed: 422,
  promo_dates: 422,
  /** What visitors are shown has to be fit for everyone. */
  promo_not_fit: 422,
  // the shop
  out_of_stock: 409,
  stock_required: 422,
  stock_changed: 409,
  digital_file_required: 422,
  address_required: 422,
  address_not_yours: 422,
  too_many_addresses: 422,
  status_cannot_follow: 409,
  order_is_underway: 409,
  download_limit: 429,
} as const

export type RefusalCode = keyof typeof refusals
