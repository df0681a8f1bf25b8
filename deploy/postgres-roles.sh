#!/bin/sh
# The roles of docs/operations.md, _Configuration_, made once when the database is.
set -eu
psql --set=ON_ERROR_STOP=1 --set=owner="$OWNER_PASSWORD" --set=app="$APP_PASSWORD" --username=postgres <<'SQL'
create role quittance_app nologin;
create role quittance_owner login password :'owner';
create role quittance login noinherit password :'app';
grant quittance_app to quittance_owner, quittance;
create database quittance owner quittance_owner;
SQL
