-- Who of staff opened which identity document: nobody is approved by somebody who has not looked.
create table identity.document_views (
  document_id uuid not null references identity.documents (id),
  viewer_id uuid not null references accounts.accounts (id),
  viewed_at timestamptz not null,
  primary key (document_id, viewer_id)
);
create index document_views_viewer on identity.document_views (viewer_id);

-- The views that the audit log has, so that what was looked at before counts.
insert into identity.document_views (document_id, viewer_id, viewed_at)
select d.id, e.actor_id, min(e.created_at)
from audit.entries e join identity.documents d on d.id::text = e.detail ->> 'documentId'
where e.action = 'identity.document_viewed' and e.actor_id is not null and exists (select from accounts.accounts a where a.id = e.actor_id)
group by d.id, e.actor_id;

-- Both papers stand, and whoever decides has opened them (COMPLIANCE.md 1).
create function identity.guard_approval() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.state = 'approved' and (tg_op = 'INSERT' or old.state <> 'approved') and 2 <> (
    select count(*) from identity.documents d
    where d.account_id = new.account_id and d.replaced_at is null and d.kind in ('idVerification', 'documentVerification')
      and exists (select from identity.document_views v where v.document_id = d.id and v.viewer_id = new.decided_by)
  ) then
    raise exception 'an applicant is approved by somebody who has opened both papers' using errcode = 'check_violation', constraint = 'papers_seen';
  end if;
  return new;
end $$;
create trigger guard_approval before insert or update on identity.applications for each row execute function identity.guard_approval();
