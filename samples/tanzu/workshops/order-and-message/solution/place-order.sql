-- Places an order of :customer, and leaves a message about it in the outbox.
with placed as (
  insert into orders (customer) values (:'customer') returning id, customer
)
insert into outbox (payload)
select jsonb_build_object('order', id, 'customer', customer) from placed;
