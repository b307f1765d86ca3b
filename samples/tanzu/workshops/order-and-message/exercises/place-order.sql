-- Places an order of :customer, and leaves a message about it in the outbox.
insert into orders (customer) values (:'customer');
