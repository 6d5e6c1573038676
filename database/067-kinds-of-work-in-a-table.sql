-- A new kind of work is a row here and a table of its own: nothing that stands is altered for it.
create table works.kinds (
  name text primary key check (name ~ '^[a-z_]{1,20}$')
);
insert into works.kinds (name) values ('feed'), ('video'), ('gallery'), ('product');
alter table works.works drop constraint works_kind_check, add foreign key (kind) references works.kinds (name);

-- What is liked or kept is a work of some kind, a person or a comment; whoever writes it has looked it up.
alter table reactions.reactions
  drop constraint reactions_target_kind_check,
  add constraint reactions_target_kind_check check (target_kind ~ '^[a-z_]{1,20}$');
