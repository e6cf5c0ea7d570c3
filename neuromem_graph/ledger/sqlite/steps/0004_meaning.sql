-- Which claims a correction takes the place of is kept; what changed is dropped, children first, and folded anew.
DROP TABLE IF EXISTS beliefs;
DROP TABLE IF EXISTS claims;

PRAGMA user_version = 4;
