-- Whoever watches by HLS watches one stream so, in all their windows: each stream that is made takes one of the few places that there are.
delete from live.hls_viewers v using live.hls_viewers other
  where other.account_id = v.account_id and (other.asked_at, other.stream_id) > (v.asked_at, v.stream_id);
alter table live.hls_viewers
  drop constraint hls_viewers_pkey,
  add primary key (account_id);
create index hls_viewers_of_stream on live.hls_viewers (stream_id, asked_at);
