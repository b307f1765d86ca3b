-- Takes the oldest message out of the outbox, and prints it.
delete from outbox
where id = (
  select id from outbox
  order by id
  limit 1
)
returning payload;
