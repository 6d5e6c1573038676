-- Why a show that was to be kept has no video; and what a sealed film is, for whoever of the staff looks at it.

alter table live.recordings
  -- nothing_taped: no picture came that could be kept. unreadable: no film could be made of the tapes. refused: its words or its price may not stand any
  -- more, so the film lies in its performer's library. cut: staff ended the show or took it down.
  add column reason text check (reason in ('nothing_taped', 'unreadable', 'refused', 'cut')),
  add column film_type text check (film_type in ('video/webm', 'video/mp4', 'video/x-matroska'));
update live.recordings r
  set reason = case when state = 'withheld' then 'cut' when exists (select from files.files f where f.id = r.stream_id) then 'refused' else 'unreadable' end,
    film_type = case when state = 'withheld' then 'video/x-matroska' end
  where state in ('failed', 'withheld');
alter table live.recordings
  add constraint what_has_no_video_says_why check (case state
    when 'failed' then coalesce(reason in ('nothing_taped', 'unreadable', 'refused'), false)
    when 'withheld' then coalesce(reason = 'cut', false)
    else reason is null end),
  add constraint what_is_sealed_says_what_it_is check ((state = 'withheld') = (film_type is not null));
create index recordings_withheld on live.recordings (settled_at desc, stream_id desc) where state = 'withheld';

-- Their performer is told what became of it.
alter table notifications.notices
  drop constraint notices_event_check,
  add constraint notices_event_check check (event in (
    'message', 'message_returned', 'message_removed', 'comment', 'comment_removed', 'reply', 'post', 'stream_live', 'stream_soon', 'stream_moved', 'stream_cancelled', 'sale', 'tip', 'tip_anonymous', 'subscriber', 'subscriber_trial', 'subscriber_renewed',
    'order_sold', 'order_paid', 'order_withdrawn', 'order_address', 'order_processing', 'order_shipping', 'order_parcel', 'order_delivered', 'order_ready',
    'order_cancelled', 'order_refunded', 'purchase_removed', 'ticket_returned', 'request_asked', 'request_quoted', 'request_accepted', 'request_delivered', 'request_declined', 'request_overdue',
    'request_returned', 'request_refunded', 'private_asked', 'private_accepted', 'private_declined', 'guest_asked', 'guest_moved', 'subscription_ends', 'subscription_unpaid', 'subscription_ended', 'payout_approved', 'payout_done',
    'payout_rejected', 'payout_returned', 'work_approved', 'work_rejected', 'work_removed', 'work_tagged', 'recording_made', 'recording_short', 'recording_nothing_taped', 'recording_unreadable', 'recording_refused', 'recording_withheld',
    'performer_approved', 'report_decided', 'campaign', 'password_changed'));
