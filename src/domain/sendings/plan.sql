-- name: disableMemoize :count long
-- Not restricted to an account. Disables memoize until the transaction ends: the planner can't know
-- that each subscriber of a list is looked up once, and caching a million of them takes a quarter
-- of the plan's time.
set local enable_memoize = off

-- name: analyzeDeliveries :count long
-- Not restricted to an account: after a large plan the statistics are outdated, and the planner
-- would not use the index for claims.
analyze deliveries
