-- The owner of the database, who is no superuser; its password is that of DATABASE_URL.
create role trenn login createrole password 'change me before the first start';
create database trenn owner trenn;
