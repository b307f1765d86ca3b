create table orders (
  id bigint generated always as identity primary key,
  customer text not null
);

-- Messages that are still to be sent.
create table outbox (
  id bigint generated always as identity primary key,
  payload jsonb not null
);
