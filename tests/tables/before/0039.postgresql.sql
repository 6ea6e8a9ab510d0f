CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.alerts (
    table_id bigint NOT NULL,
    user_id bigint NOT NULL,
    kind character varying(8) NOT NULL COLLATE pg_catalog."C",
    due boolean NOT NULL
);
CREATE TABLE public.analyses (
    table_id bigint NOT NULL,
    asked_at bigint NOT NULL,
    choices bigint,
    judged text NOT NULL COLLATE pg_catalog."C",
    done boolean NOT NULL,
    luck bigint,
    skill bigint,
    owner character varying(64) COLLATE pg_catalog."C",
    game character varying(32) COLLATE pg_catalog."C",
    date character varying(10) COLLATE pg_catalog."C"
);
CREATE TABLE public.announcements (
    guild_id bigint NOT NULL,
    channel_id bigint NOT NULL,
    hour bigint NOT NULL,
    announced_on character varying(10) COLLATE pg_catalog."C",
    claimed_at bigint,
    owner character varying(64) COLLATE pg_catalog."C",
    nights bigint DEFAULT 0 NOT NULL,
    lit_on character varying(10) COLLATE pg_catalog."C",
    empty bigint DEFAULT 0 NOT NULL,
    set_by bigint,
    failing_since character varying(10) COLLATE pg_catalog."C",
    told boolean DEFAULT false NOT NULL,
    zone character varying(64) DEFAULT 'UTC'::character varying NOT NULL COLLATE pg_catalog."C",
    local_hour bigint,
    parts character varying(64) DEFAULT 'deals,results,riddle,week'::character varying NOT NULL COLLATE pg_catalog."C",
    skipped_on character varying(10) COLLATE pg_catalog."C"
);
CREATE TABLE public.archive (
    table_id bigint NOT NULL,
    log bytea NOT NULL
);
CREATE TABLE public.attempts (
    user_id bigint CONSTRAINT attempts_user_id_not_null1 NOT NULL,
    scope character varying(8) NOT NULL COLLATE pg_catalog."C",
    game character varying(32) CONSTRAINT attempts_game_not_null1 NOT NULL COLLATE pg_catalog."C",
    date character varying(10) CONSTRAINT attempts_date_not_null1 NOT NULL COLLATE pg_catalog."C",
    seats bigint NOT NULL,
    table_id bigint CONSTRAINT attempts_table_id_not_null1 NOT NULL,
    guild_id bigint,
    channel_id bigint,
    at bigint CONSTRAINT attempts_at_not_null1 NOT NULL
);
CREATE TABLE public.aways (
    user_id bigint NOT NULL,
    since bigint NOT NULL,
    until bigint NOT NULL
);
CREATE TABLE public.ballots (
    table_id bigint NOT NULL,
    user_id bigint NOT NULL,
    agrees boolean NOT NULL
);
CREATE TABLE public.calls (
    table_id bigint NOT NULL,
    user_id bigint NOT NULL,
    at bigint NOT NULL,
    due boolean NOT NULL
);
CREATE TABLE public.claims (
    kind character varying(16) NOT NULL COLLATE pg_catalog."C",
    key bigint NOT NULL,
    owner character varying(64) NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.clock (
    beat_at bigint NOT NULL
);
CREATE TABLE public.closed_dms (
    user_id bigint NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.computers (
    table_id bigint NOT NULL,
    number bigint NOT NULL,
    strength character varying(8) NOT NULL COLLATE pg_catalog."C",
    seat bigint,
    place bigint NOT NULL,
    stands_in boolean NOT NULL
);
CREATE TABLE public.deadlines (
    table_id bigint NOT NULL,
    kind character varying(8) NOT NULL COLLATE pg_catalog."C",
    due_at bigint NOT NULL,
    claimed_at bigint,
    owner character varying(64) COLLATE pg_catalog."C"
);
CREATE TABLE public.deals (
    scope character varying(8) NOT NULL COLLATE pg_catalog."C",
    game character varying(32) CONSTRAINT deals_game_not_null1 NOT NULL COLLATE pg_catalog."C",
    date character varying(10) CONSTRAINT deals_date_not_null1 NOT NULL COLLATE pg_catalog."C",
    seats bigint NOT NULL,
    rules bigint CONSTRAINT deals_rules_not_null1 NOT NULL,
    options text CONSTRAINT deals_options_not_null1 NOT NULL COLLATE pg_catalog."C",
    seed character varying(64) CONSTRAINT deals_seed_not_null1 NOT NULL COLLATE pg_catalog."C",
    commitment character varying(64) CONSTRAINT deals_commitment_not_null1 NOT NULL COLLATE pg_catalog."C",
    counted boolean DEFAULT false CONSTRAINT deals_counted_not_null1 NOT NULL,
    owner character varying(64) COLLATE pg_catalog."C"
);
CREATE TABLE public.departures (
    table_id bigint NOT NULL,
    hash character varying(64) NOT NULL COLLATE pg_catalog."C",
    seat bigint NOT NULL,
    user_id bigint,
    begun boolean DEFAULT false NOT NULL,
    at bigint DEFAULT 0 NOT NULL,
    name character varying(100) COLLATE pg_catalog."C",
    left_at bigint DEFAULT 0 NOT NULL,
    kept_until bigint DEFAULT 0 NOT NULL,
    for_good boolean DEFAULT false NOT NULL,
    due boolean DEFAULT false NOT NULL,
    loses boolean DEFAULT true NOT NULL,
    meanwhile boolean DEFAULT false NOT NULL
);
CREATE TABLE public.followers (
    table_id bigint NOT NULL,
    user_id bigint NOT NULL
);
CREATE TABLE public.forgotten (
    user_id bigint NOT NULL,
    at bigint NOT NULL,
    owner character varying(64) COLLATE pg_catalog."C"
);
CREATE TABLE public.group_standings (
    game character varying(32) NOT NULL COLLATE pg_catalog."C",
    period character varying(10) NOT NULL COLLATE pg_catalog."C",
    guild_id bigint NOT NULL,
    party character varying(200) NOT NULL COLLATE pg_catalog."C",
    points bigint NOT NULL,
    table_id bigint NOT NULL
);
CREATE TABLE public.interactions (
    id bigint NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.learners (
    id bigint NOT NULL,
    user_id bigint NOT NULL,
    game character varying(32) NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    step bigint,
    moves text DEFAULT '[]'::text NOT NULL COLLATE pg_catalog."C",
    learned boolean DEFAULT false NOT NULL,
    first_table bigint,
    made text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C"
);
CREATE SEQUENCE public.learners_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.learners_id_seq OWNED BY public.learners.id;
CREATE TABLE public.log (
    table_id bigint NOT NULL,
    version bigint NOT NULL,
    turn bigint NOT NULL,
    seat bigint NOT NULL,
    user_id bigint,
    kind character varying(8) NOT NULL COLLATE pg_catalog."C",
    move text NOT NULL COLLATE pg_catalog."C",
    events text NOT NULL COLLATE pg_catalog."C",
    reveals boolean NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.movers (
    table_id bigint NOT NULL,
    number bigint NOT NULL,
    user_id bigint
);
CREATE TABLE public.notes (
    table_id bigint NOT NULL,
    user_id bigint NOT NULL,
    name character varying(100) NOT NULL COLLATE pg_catalog."C",
    kind character varying(8) NOT NULL COLLATE pg_catalog."C",
    by_id bigint,
    by_name character varying(100) COLLATE pg_catalog."C",
    version bigint NOT NULL,
    turn bigint NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.outages (
    day character varying(10) NOT NULL COLLATE pg_catalog."C",
    seconds bigint NOT NULL
);
CREATE TABLE public.pars (
    date character varying(10) NOT NULL COLLATE pg_catalog."C",
    game character varying(32) NOT NULL COLLATE pg_catalog."C",
    won boolean,
    score bigint,
    owner character varying(64) COLLATE pg_catalog."C"
);
CREATE TABLE public.people (
    user_id bigint NOT NULL,
    name character varying(100) NOT NULL COLLATE pg_catalog."C",
    hidden boolean NOT NULL,
    remind_hour bigint,
    reminded_on character varying(10) COLLATE pg_catalog."C",
    at bigint NOT NULL,
    direct character varying(8) COLLATE pg_catalog."C",
    form character varying(16) COLLATE pg_catalog."C",
    whys boolean,
    moving boolean,
    language character varying(8) COLLATE pg_catalog."C",
    locale character varying(8) COLLATE pg_catalog."C"
);
CREATE TABLE public.players (
    table_id bigint NOT NULL,
    user_id bigint NOT NULL,
    name character varying(100) NOT NULL COLLATE pg_catalog."C",
    seat bigint,
    place bigint NOT NULL,
    living boolean DEFAULT true NOT NULL,
    whole boolean DEFAULT true NOT NULL,
    ready character varying(10) COLLATE pg_catalog."C"
);
CREATE TABLE public.posts (
    table_id bigint CONSTRAINT posts_table_id_not_null1 NOT NULL,
    slot character varying(32) NOT NULL COLLATE pg_catalog."C",
    user_id bigint CONSTRAINT posts_user_id_not_null1 NOT NULL,
    channel_id bigint CONSTRAINT posts_channel_id_not_null1 NOT NULL,
    message_id bigint CONSTRAINT posts_message_id_not_null1 NOT NULL,
    turn bigint CONSTRAINT posts_turn_not_null1 NOT NULL,
    digest character varying(64) CONSTRAINT posts_digest_not_null1 NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.processes (
    id character varying(64) NOT NULL COLLATE pg_catalog."C",
    until bigint NOT NULL,
    forgettings bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.refused_votes (
    table_id bigint NOT NULL,
    about character varying(8) NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL
);
CREATE TABLE public.restrictions (
    guild_id bigint NOT NULL,
    hash character varying(64) NOT NULL COLLATE pg_catalog."C",
    user_id bigint,
    blocked boolean DEFAULT false NOT NULL,
    unlisted boolean DEFAULT false NOT NULL
);
CREATE TABLE public.results (
    table_id bigint NOT NULL,
    seat bigint NOT NULL,
    user_id bigint,
    game character varying(32) NOT NULL COLLATE pg_catalog."C",
    guild_id bigint,
    date character varying(10) COLLATE pg_catalog."C",
    won boolean,
    score bigint NOT NULL,
    tiebreak character varying(100) NOT NULL COLLATE pg_catalog."C",
    party character varying(200) NOT NULL COLLATE pg_catalog."C",
    points bigint,
    finished_at bigint NOT NULL,
    computers boolean DEFAULT false NOT NULL,
    hints bigint DEFAULT 0 NOT NULL,
    unfinished boolean DEFAULT false NOT NULL
);
CREATE TABLE public.retries (
    user_id bigint NOT NULL,
    table_id bigint NOT NULL,
    step bigint NOT NULL,
    seat bigint NOT NULL,
    version bigint NOT NULL,
    moves text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.riddle_answers (
    user_id bigint NOT NULL,
    date character varying(10) NOT NULL COLLATE pg_catalog."C",
    choice bigint NOT NULL,
    found boolean NOT NULL
);
CREATE TABLE public.riddle_tallies (
    date character varying(10) NOT NULL COLLATE pg_catalog."C",
    choice bigint NOT NULL,
    answers bigint NOT NULL
);
CREATE TABLE public.riddles (
    date character varying(10) NOT NULL COLLATE pg_catalog."C",
    seed character varying(64) NOT NULL COLLATE pg_catalog."C",
    commitment character varying(64) NOT NULL COLLATE pg_catalog."C",
    made text COLLATE pg_catalog."C",
    owner character varying(64) COLLATE pg_catalog."C"
);
CREATE TABLE public.season_standings (
    season character varying(10) NOT NULL COLLATE pg_catalog."C",
    user_id bigint NOT NULL,
    points bigint NOT NULL,
    weeks bigint NOT NULL,
    listed boolean NOT NULL
);
CREATE TABLE public.secrets (
    name character varying(16) NOT NULL COLLATE pg_catalog."C",
    value character varying(64) NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.seen (
    guild_id bigint NOT NULL,
    user_id bigint NOT NULL,
    name character varying(100) NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    known_at bigint,
    gone boolean DEFAULT false NOT NULL
);
CREATE TABLE public.server_log (
    id bigint NOT NULL,
    guild_id bigint NOT NULL,
    kind character varying(16) NOT NULL COLLATE pg_catalog."C",
    by_id bigint,
    user_id bigint,
    table_id bigint,
    detail character varying(200) DEFAULT ''::character varying NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL
);
CREATE SEQUENCE public.server_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.server_log_id_seq OWNED BY public.server_log.id;
CREATE TABLE public.servers (
    guild_id bigint NOT NULL,
    language character varying(8) NOT NULL COLLATE pg_catalog."C",
    places character varying(8) DEFAULT 'all'::character varying NOT NULL COLLATE pg_catalog."C",
    channels text DEFAULT '[]'::text NOT NULL COLLATE pg_catalog."C",
    threads boolean DEFAULT false NOT NULL,
    role_id bigint,
    most_tables bigint,
    most_each bigint,
    old_boards character varying(8) DEFAULT 'folded'::character varying NOT NULL COLLATE pg_catalog."C",
    pings boolean DEFAULT true NOT NULL,
    log_id bigint
);
CREATE TABLE public.standings (
    game character varying(32) NOT NULL COLLATE pg_catalog."C",
    period character varying(10) NOT NULL COLLATE pg_catalog."C",
    user_id bigint NOT NULL,
    points bigint NOT NULL,
    tiebreak character varying(100) NOT NULL COLLATE pg_catalog."C",
    deals bigint NOT NULL,
    wins bigint NOT NULL,
    listed boolean NOT NULL
);
CREATE TABLE public.tables (
    id bigint NOT NULL,
    game character varying(32) NOT NULL COLLATE pg_catalog."C",
    rules bigint NOT NULL,
    options text NOT NULL COLLATE pg_catalog."C",
    phase character varying(8) NOT NULL COLLATE pg_catalog."C",
    solo boolean NOT NULL,
    version bigint NOT NULL,
    shown bigint NOT NULL,
    turn bigint NOT NULL,
    seats bigint NOT NULL,
    host_id bigint NOT NULL,
    first_id bigint,
    guild_id bigint,
    channel_id bigint NOT NULL,
    own_thread boolean NOT NULL,
    conceded boolean NOT NULL,
    seed character varying(64) NOT NULL COLLATE pg_catalog."C",
    snapshot text COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    changed_at bigint NOT NULL,
    date character varying(10) COLLATE pg_catalog."C",
    ranked boolean DEFAULT false NOT NULL,
    hints bigint,
    hinted bigint,
    week character varying(10) COLLATE pg_catalog."C",
    unranked boolean DEFAULT false NOT NULL,
    language character varying(8) COLLATE pg_catalog."C",
    shape character varying(64) COLLATE pg_catalog."C",
    told text COLLATE pg_catalog."C",
    lost boolean DEFAULT false NOT NULL,
    asked bigint DEFAULT 0 NOT NULL,
    host_at bigint DEFAULT 0 NOT NULL,
    rematch_of bigint,
    won_by bigint,
    idle boolean DEFAULT false NOT NULL,
    pace character varying(8) DEFAULT 'days'::character varying NOT NULL COLLATE pg_catalog."C",
    moved_at bigint,
    nudged bigint,
    sent_away text DEFAULT '[]'::text NOT NULL COLLATE pg_catalog."C",
    plays_on boolean DEFAULT false NOT NULL
);
CREATE SEQUENCE public.tables_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.tables_id_seq OWNED BY public.tables.id;
CREATE TABLE public.used_attempts (
    hash character varying(64) NOT NULL COLLATE pg_catalog."C",
    until bigint NOT NULL
);
CREATE TABLE public.votes (
    table_id bigint NOT NULL,
    opened_by bigint NOT NULL,
    closes_at bigint NOT NULL,
    about character varying(8) DEFAULT 'give-up'::character varying NOT NULL COLLATE pg_catalog."C",
    seat bigint,
    moved_at bigint
);
CREATE TABLE public.week_groups (
    table_id bigint NOT NULL,
    week character varying(10) NOT NULL COLLATE pg_catalog."C",
    seats bigint NOT NULL,
    guild_id bigint,
    points bigint NOT NULL,
    share bigint
);
CREATE TABLE public.win_standings (
    game character varying(32) NOT NULL COLLATE pg_catalog."C",
    period character varying(10) NOT NULL COLLATE pg_catalog."C",
    guild_id bigint NOT NULL,
    user_id bigint NOT NULL,
    wins bigint NOT NULL,
    games bigint NOT NULL,
    listed boolean NOT NULL
);
ALTER TABLE ONLY public.learners ALTER COLUMN id SET DEFAULT nextval('public.learners_id_seq'::regclass);
ALTER TABLE ONLY public.server_log ALTER COLUMN id SET DEFAULT nextval('public.server_log_id_seq'::regclass);
ALTER TABLE ONLY public.tables ALTER COLUMN id SET DEFAULT nextval('public.tables_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0039');
INSERT INTO public.alerts VALUES (900, 1200000000000000000, 'seat', true);
INSERT INTO public.alerts VALUES (901, 1200000000000000001, 'ready', false);
INSERT INTO public.alerts VALUES (902, 1200000000000000002, 'seat', true);
INSERT INTO public.analyses VALUES (900, 1700000000, -2147483648, '{"a": [0, null, "🐉"]}', true, -2147483648, -2147483648, '0O''Hära "龍" \ 😀 %s $1', '0O''Hära "龍" \ 😀 %s $1', '2026-02-28');
INSERT INTO public.analyses VALUES (901, 1700000001, NULL, '{"a": [1, null, "🐉"]}', false, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.announcements VALUES (1200000000000000000, 1200000000000000000, 0, '2026-02-28', 1700000000, '0O''Hära "龍" \ 😀 %s $1', -2147483648, '2026-02-28', -2147483648, 1200000000000000000, '2026-02-28', true, '0O''Hära "龍" \ 😀 %s $1', 0, '0O''Hära "龍" \ 😀 %s $1', '2026-02-28');
INSERT INTO public.announcements VALUES (1200000000000000001, 1200000000000000001, 23, NULL, NULL, NULL, 2147483646, NULL, 2147483646, NULL, NULL, false, '1O''Hära "龍" \ 😀 %s $1', NULL, '1O''Hära "龍" \ 😀 %s $1', NULL);
INSERT INTO public.archive VALUES (1, '\x78daed54dd6e8320147e17ae69c28169575fa5f1c2204bcdac18d49a65e9bb0f4da3a0c531d278b59c043d9cbfeffc713ec718f6a3149f01134df3f9ec6f7dfa58c15a7788773c45708c09217847d281c903c64054d3ccd3056fdeb879db7ea1abe3a1abbc0984ff3ffb7f3ea4e22247e374cfed639a669e2d78f3c6cddbf6b66c18b26fd47ed50225488946648a5f341ad95742a10430aa6553b485ac5012ddf1a45acba26a0f4dab8acf01bc92bd5636e4597ecb2a3e8998215a47a16614b68ca2f5b8284b949cdcfecdd00d97dd6c046fa1a8c085aaed5475e86ae4e7d8861385a221261ae2acd1bbdb3ff5ef01fda5d3ec2559c09f6a6a62ea8b3247aef664c5752a476ca1796cdae88e84b408fc4b08af6f11f8f967216b129cf4f65cfabf10d4bdc1d40fdb6a2862c750584f823d151bef48c8b6030bb1a27e46a2e2976cecfbf3a9305366ce8cd956055dee803afdd17b9afe004532efc7');
INSERT INTO public.archive VALUES (900, '\x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff00');
INSERT INTO public.archive VALUES (901, '\x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff01');
INSERT INTO public.attempts VALUES (501, 'day', 'hexaract', '2026-11-22', 1, 4, 71, 710, 1795348800);
INSERT INTO public.attempts VALUES (1200000000000000000, 'day', '0O''Hära "龍" \ 😀 %s $1', '2026-02-28', -2147483648, 900, 1200000000000000000, 1200000000000000000, 1700000000);
INSERT INTO public.attempts VALUES (1200000000000000001, 'week', '1O''Hära "龍" \ 😀 %s $1', '2027-02-28', 2147483646, 901, 1200000000000000001, 1200000000000000001, 1700000001);
INSERT INTO public.attempts VALUES (1200000000000000002, 'day', '2O''Hära "龍" \ 😀 %s $1', '2028-02-28', 2147483645, 902, NULL, NULL, 1700000002);
INSERT INTO public.aways VALUES (1200000000000000000, 1700000000, 1700000000);
INSERT INTO public.aways VALUES (1200000000000000001, 1700000001, 1700000001);
INSERT INTO public.ballots VALUES (2, 501, true);
INSERT INTO public.ballots VALUES (900, 1200000000000000000, true);
INSERT INTO public.ballots VALUES (901, 1200000000000000001, false);
INSERT INTO public.calls VALUES (900, 1200000000000000000, 1700000000, true);
INSERT INTO public.calls VALUES (901, 1200000000000000001, 1700000001, false);
INSERT INTO public.claims VALUES ('0O''Hära "龍" \ 😀 ', 1200000000000000000, '0O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.claims VALUES ('1O''Hära "龍" \ 😀 ', 1200000000000000001, '1O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.clock VALUES (1700000000);
INSERT INTO public.clock VALUES (1700000001);
INSERT INTO public.closed_dms VALUES (1200000000000000000, 1700000000);
INSERT INTO public.closed_dms VALUES (1200000000000000001, 1700000001);
INSERT INTO public.computers VALUES (3, 4, 'easy', NULL, 0, false);
INSERT INTO public.computers VALUES (900, -2147483648, 'easy', -2147483648, -2147483648, true);
INSERT INTO public.computers VALUES (901, 2147483646, 'middle', 2147483646, 2147483646, false);
INSERT INTO public.computers VALUES (902, 2147483645, 'strong', 2147483645, 2147483645, true);
INSERT INTO public.computers VALUES (903, 2147483644, 'easy', NULL, 2147483644, false);
INSERT INTO public.deadlines VALUES (2, 'vote', 1795435200, NULL, NULL);
INSERT INTO public.deadlines VALUES (2, 'nudge', 1795435200, NULL, NULL);
INSERT INTO public.deadlines VALUES (2, 'last', 1795586400, NULL, NULL);
INSERT INTO public.deadlines VALUES (2, 'vacate', 1795608000, NULL, NULL);
INSERT INTO public.deadlines VALUES (2, 'closing', 1796472000, NULL, NULL);
INSERT INTO public.deadlines VALUES (2, 'close', 1796558400, NULL, NULL);
INSERT INTO public.deadlines VALUES (3, 'closing', 1796472000, NULL, NULL);
INSERT INTO public.deadlines VALUES (3, 'close', 1796558400, NULL, NULL);
INSERT INTO public.deadlines VALUES (900, 'nudge', 1700000000, 1700000000, '0O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.deadlines VALUES (901, 'last', 1700000001, 1700000001, '1O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.deadlines VALUES (902, 'vacate', 1700000002, 1700000002, '2O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.deadlines VALUES (903, 'closing', 1700000003, 1700000003, '3O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.deadlines VALUES (904, 'close', 1700000004, 1700000004, '4O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.deadlines VALUES (905, 'vote', 1700000005, 1700000005, '5O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.deadlines VALUES (906, 'think', 1700000006, 1700000006, '6O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.deadlines VALUES (907, 'absent', 1700000007, 1700000007, '7O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.deadlines VALUES (908, 'confirm', 1700000008, 1700000008, '8O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.deadlines VALUES (909, 'relieved', 1700000009, 1700000009, '9O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.deadlines VALUES (910, 'closed', 1700000010, 1700000010, '10O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.deadlines VALUES (911, 'reopened', 1700000011, 1700000011, '11O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.deadlines VALUES (912, 'nudge', 1700000012, NULL, NULL);
INSERT INTO public.deals VALUES ('day', 'hexaract', '2026-11-22', 1, 1, '{}', '6100805d7b276e71bc30ad7e7cd1febe75ca86bc4598bb655114eec260051399', 'cfcf7ca9b8ff6612f7c8babe3bbc94166a59b25536233706f2d8fa890ac0d13e', false, NULL);
INSERT INTO public.deals VALUES ('day', '0O''Hära "龍" \ 😀 %s $1', '2026-02-28', -2147483648, -2147483648, '{"a": [0, null, "🐉"]}', '0000000000000000000000000000000000000000000000000000000000000000', '0000000000000000000000000000000000000000000000000000000000000000', true, '0O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.deals VALUES ('week', '1O''Hära "龍" \ 😀 %s $1', '2027-02-28', 2147483646, 2147483646, '{"a": [1, null, "🐉"]}', '0101010101010101010101010101010101010101010101010101010101010101', '0101010101010101010101010101010101010101010101010101010101010101', false, '1O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.deals VALUES ('day', '2O''Hära "龍" \ 😀 %s $1', '2028-02-28', 2147483645, 2147483645, '{"a": [2, null, "🐉"]}', '0202020202020202020202020202020202020202020202020202020202020202', '0202020202020202020202020202020202020202020202020202020202020202', true, NULL);
INSERT INTO public.departures VALUES (900, '0000000000000000000000000000000000000000000000000000000000000000', -2147483648, 1200000000000000000, true, 1700000000, '0O''Hära "龍" \ 😀 %s $1', 1700000000, 1700000000, true, true, true, true);
INSERT INTO public.departures VALUES (901, '0101010101010101010101010101010101010101010101010101010101010101', 2147483646, NULL, false, 1700000001, NULL, 1700000001, 1700000001, false, false, false, false);
INSERT INTO public.followers VALUES (900, 1200000000000000000);
INSERT INTO public.followers VALUES (901, 1200000000000000001);
INSERT INTO public.forgotten VALUES (1200000000000000000, 1700000000, '0O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.forgotten VALUES (1200000000000000001, 1700000001, NULL);
INSERT INTO public.group_standings VALUES ('wyverns-knot', '2026-11-20', 0, '501,502,503', 0, 1);
INSERT INTO public.group_standings VALUES ('wyverns-knot', '2026-11-20', 71, '501,502,503', 0, 1);
INSERT INTO public.group_standings VALUES ('wyverns-knot', '2026-W47', 0, '501,502,503', 0, 1);
INSERT INTO public.group_standings VALUES ('wyverns-knot', '2026-W47', 71, '501,502,503', 0, 1);
INSERT INTO public.group_standings VALUES ('wyverns-knot', '2026-11', 0, '501,502,503', 0, 1);
INSERT INTO public.group_standings VALUES ('wyverns-knot', '2026-11', 71, '501,502,503', 0, 1);
INSERT INTO public.group_standings VALUES ('wyverns-knot', 'all', 0, '501,502,503', 0, 1);
INSERT INTO public.group_standings VALUES ('wyverns-knot', 'all', 71, '501,502,503', 0, 1);
INSERT INTO public.group_standings VALUES ('0O''Hära "龍" \ 😀 %s $1', '0O''Hära "龍', 1200000000000000000, '0O''Hära "龍" \ 😀 %s $1', -2147483648, -2147483648);
INSERT INTO public.group_standings VALUES ('1O''Hära "龍" \ 😀 %s $1', '1O''Hära "龍', 1200000000000000001, '1O''Hära "龍" \ 😀 %s $1', 2147483646, 2147483646);
INSERT INTO public.interactions VALUES (1, 1795176000);
INSERT INTO public.interactions VALUES (2, 1795176000);
INSERT INTO public.interactions VALUES (3, 1795176000);
INSERT INTO public.interactions VALUES (4, 1795176000);
INSERT INTO public.interactions VALUES (5, 1795176000);
INSERT INTO public.interactions VALUES (6, 1795176000);
INSERT INTO public.interactions VALUES (7, 1795176000);
INSERT INTO public.interactions VALUES (8, 1795176000);
INSERT INTO public.interactions VALUES (9, 1795176000);
INSERT INTO public.interactions VALUES (10, 1795176000);
INSERT INTO public.interactions VALUES (11, 1795176000);
INSERT INTO public.interactions VALUES (12, 1795176000);
INSERT INTO public.interactions VALUES (13, 1795176000);
INSERT INTO public.interactions VALUES (14, 1795176000);
INSERT INTO public.interactions VALUES (15, 1795176000);
INSERT INTO public.interactions VALUES (16, 1795176000);
INSERT INTO public.interactions VALUES (17, 1795176000);
INSERT INTO public.interactions VALUES (18, 1795176000);
INSERT INTO public.interactions VALUES (19, 1795176000);
INSERT INTO public.interactions VALUES (20, 1795176000);
INSERT INTO public.interactions VALUES (21, 1795176000);
INSERT INTO public.interactions VALUES (22, 1795176000);
INSERT INTO public.interactions VALUES (23, 1795176000);
INSERT INTO public.interactions VALUES (24, 1795176000);
INSERT INTO public.interactions VALUES (25, 1795176000);
INSERT INTO public.interactions VALUES (26, 1795176000);
INSERT INTO public.interactions VALUES (27, 1795176000);
INSERT INTO public.interactions VALUES (28, 1795176000);
INSERT INTO public.interactions VALUES (29, 1795176000);
INSERT INTO public.interactions VALUES (30, 1795176000);
INSERT INTO public.interactions VALUES (31, 1795176000);
INSERT INTO public.interactions VALUES (32, 1795176000);
INSERT INTO public.interactions VALUES (33, 1795176000);
INSERT INTO public.interactions VALUES (34, 1795176000);
INSERT INTO public.interactions VALUES (35, 1795176000);
INSERT INTO public.interactions VALUES (36, 1795176000);
INSERT INTO public.interactions VALUES (37, 1795176000);
INSERT INTO public.interactions VALUES (38, 1795176000);
INSERT INTO public.interactions VALUES (39, 1795176000);
INSERT INTO public.interactions VALUES (40, 1795176000);
INSERT INTO public.interactions VALUES (41, 1795176000);
INSERT INTO public.interactions VALUES (42, 1795176000);
INSERT INTO public.interactions VALUES (43, 1795176000);
INSERT INTO public.interactions VALUES (44, 1795176000);
INSERT INTO public.interactions VALUES (45, 1795176000);
INSERT INTO public.interactions VALUES (46, 1795176000);
INSERT INTO public.interactions VALUES (47, 1795176000);
INSERT INTO public.interactions VALUES (48, 1795176000);
INSERT INTO public.interactions VALUES (49, 1795176000);
INSERT INTO public.interactions VALUES (50, 1795176000);
INSERT INTO public.interactions VALUES (51, 1795176000);
INSERT INTO public.interactions VALUES (52, 1795176000);
INSERT INTO public.interactions VALUES (53, 1795176000);
INSERT INTO public.interactions VALUES (54, 1795176000);
INSERT INTO public.interactions VALUES (55, 1795176000);
INSERT INTO public.interactions VALUES (56, 1795176000);
INSERT INTO public.interactions VALUES (57, 1795176000);
INSERT INTO public.interactions VALUES (58, 1795176000);
INSERT INTO public.interactions VALUES (59, 1795176000);
INSERT INTO public.interactions VALUES (60, 1795176000);
INSERT INTO public.interactions VALUES (61, 1795348800);
INSERT INTO public.interactions VALUES (62, 1795348800);
INSERT INTO public.interactions VALUES (63, 1795348800);
INSERT INTO public.interactions VALUES (64, 1795348800);
INSERT INTO public.interactions VALUES (65, 1795348800);
INSERT INTO public.interactions VALUES (66, 1795348800);
INSERT INTO public.interactions VALUES (67, 1795348800);
INSERT INTO public.interactions VALUES (68, 1795348800);
INSERT INTO public.interactions VALUES (69, 1795348800);
INSERT INTO public.interactions VALUES (70, 1795348800);
INSERT INTO public.interactions VALUES (71, 1795348800);
INSERT INTO public.interactions VALUES (72, 1795348800);
INSERT INTO public.interactions VALUES (73, 1795348800);
INSERT INTO public.interactions VALUES (74, 1795348800);
INSERT INTO public.interactions VALUES (75, 1795348800);
INSERT INTO public.interactions VALUES (76, 1795348800);
INSERT INTO public.interactions VALUES (77, 1795348800);
INSERT INTO public.interactions VALUES (78, 1795348800);
INSERT INTO public.interactions VALUES (79, 1795348800);
INSERT INTO public.interactions VALUES (80, 1795348800);
INSERT INTO public.interactions VALUES (81, 1795348800);
INSERT INTO public.interactions VALUES (82, 1795348800);
INSERT INTO public.interactions VALUES (83, 1795348800);
INSERT INTO public.interactions VALUES (84, 1795348800);
INSERT INTO public.interactions VALUES (85, 1795348800);
INSERT INTO public.interactions VALUES (86, 1795348800);
INSERT INTO public.interactions VALUES (87, 1795348800);
INSERT INTO public.interactions VALUES (88, 1795348800);
INSERT INTO public.interactions VALUES (89, 1795348800);
INSERT INTO public.interactions VALUES (90, 1795348800);
INSERT INTO public.interactions VALUES (91, 1795348800);
INSERT INTO public.interactions VALUES (92, 1795348800);
INSERT INTO public.interactions VALUES (93, 1795348800);
INSERT INTO public.interactions VALUES (94, 1795348800);
INSERT INTO public.interactions VALUES (95, 1795348800);
INSERT INTO public.interactions VALUES (96, 1795348800);
INSERT INTO public.interactions VALUES (97, 1795348800);
INSERT INTO public.interactions VALUES (98, 1795348800);
INSERT INTO public.interactions VALUES (99, 1795348800);
INSERT INTO public.interactions VALUES (100, 1795348800);
INSERT INTO public.interactions VALUES (101, 1795348800);
INSERT INTO public.interactions VALUES (102, 1795348800);
INSERT INTO public.interactions VALUES (1200000000000000000, 1700000000);
INSERT INTO public.interactions VALUES (1200000000000000001, 1700000001);
INSERT INTO public.learners VALUES (7, 503, 'wyverns-knot', 0, NULL, '[]', false, 1, 'advance aim point remove research scout wild');
INSERT INTO public.learners VALUES (1, 501, 'wyverns-knot', 0, NULL, '[]', false, 1, 'advance aim point-strike remove research scout turn-up wild');
INSERT INTO public.learners VALUES (4, 502, 'wyverns-knot', 0, NULL, '[]', false, 1, 'advance aim enchant point point-strike remove research scout turn-up');
INSERT INTO public.learners VALUES (25, 501, 'hexaract', 0, NULL, '[]', false, 4, 'assign back defeat done place');
INSERT INTO public.learners VALUES (900, 1200000000000000000, '0O''Hära "龍" \ 😀 %s $1', -2147483648, -2147483648, '{"a": [0, null, "🐉"]}', true, -2147483648, 'O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.log VALUES (2, 6, 1, 0, 501, 'move', '{"type":"scout","cell":8}', '[{"type":"scouted","seat":0,"cell":8,"dragon":null,"audience":null},{"type":"scouted","seat":0,"cell":8,"dragon":1,"audience":[0]}]', true, 1795348800);
INSERT INTO public.log VALUES (2, 7, 1, 0, 501, 'move', '{"type":"advance","row":2}', '[{"type":"advanced","seat":0,"row":2,"column":1,"dragon":null,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (2, 8, 2, 1, 502, 'move', '{"type":"research","owner":0,"position":1}', '[{"type":"looked","seat":1,"owner":0,"position":1,"dragon":null,"audience":null},{"type":"looked","seat":1,"owner":0,"position":1,"dragon":4,"audience":[1]}]', true, 1795348800);
INSERT INTO public.log VALUES (2, 9, 2, 1, 502, 'move', '{"type":"point","cell":4}', '[{"type":"pointed","seat":1,"owner":0,"position":1,"cell":4,"row":null,"audience":null}]', true, 1795348800);
INSERT INTO public.log VALUES (2, 10, 2, 1, 502, 'move', '{"type":"advance","row":3}', '[{"type":"advanced","seat":1,"row":3,"column":1,"dragon":null,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 2, 1, 0, 501, 'move', '{"type":"assign","card":27,"low":4,"high":5}', '[{"type":"assigned","card":27,"low":4,"high":5,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 3, 1, 0, 501, 'move', '{"type":"back"}', '[{"type":"took-back","card":27,"low":4,"high":5,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 4, 1, 0, 501, 'move', '{"type":"assign","card":27,"low":4,"high":5}', '[{"type":"assigned","card":27,"low":4,"high":5,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 5, 1, 0, 501, 'move', '{"type":"done"}', '[]', false, 1795348800);
INSERT INTO public.log VALUES (4, 6, 1, 0, NULL, 'forced', '{"type":"avert","card":27}', '[{"type":"averted","card":27,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 7, 1, 0, NULL, 'forced', '{"type":"end-round"}', '[{"type":"exhausted","cards":[34,9],"audience":null},{"type":"turned-up","cards":[6],"audience":null},{"type":"rolled","round":2,"dice":[2,6,6,6,6],"audience":null}]', true, 1795348800);
INSERT INTO public.log VALUES (4, 8, 1, 0, 501, 'move', '{"type":"assign","card":6,"low":6,"high":6}', '[{"type":"assigned","card":6,"low":6,"high":6,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 9, 1, 0, 501, 'move', '{"type":"assign","card":9,"low":6,"high":6}', '[{"type":"assigned","card":9,"low":6,"high":6,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 10, 1, 0, 501, 'move', '{"type":"back"}', '[{"type":"took-back","card":9,"low":6,"high":6,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 11, 1, 0, 501, 'move', '{"type":"assign","card":6,"low":6,"high":6}', '[{"type":"assigned","card":6,"low":6,"high":6,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 12, 1, 0, 501, 'move', '{"type":"done"}', '[]', false, 1795348800);
INSERT INTO public.log VALUES (4, 13, 1, 0, 501, 'move', '{"type":"defeat","card":6,"suit":5}', '[{"type":"defeated","card":6,"suit":5,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 14, 1, 0, NULL, 'forced', '{"type":"end-round"}', '[{"type":"happened","card":34,"suit":4,"audience":null},{"type":"happened","card":9,"suit":null,"audience":null},{"type":"turned-up","cards":[31,24,17],"audience":null},{"type":"rolled","round":3,"dice":[2,2,4,5,6],"audience":null}]', true, 1795348800);
INSERT INTO public.log VALUES (4, 15, 1, 0, 501, 'move', '{"type":"assign","card":24,"low":5,"high":6}', '[{"type":"assigned","card":24,"low":5,"high":6,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 16, 1, 0, 501, 'move', '{"type":"back"}', '[{"type":"took-back","card":24,"low":5,"high":6,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 17, 1, 0, 501, 'move', '{"type":"assign","card":31,"low":5,"high":6}', '[{"type":"assigned","card":31,"low":5,"high":6,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 18, 1, 0, 501, 'move', '{"type":"back"}', '[{"type":"took-back","card":31,"low":5,"high":6,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 19, 1, 0, 501, 'move', '{"type":"assign","card":17,"low":4,"high":6}', '[{"type":"assigned","card":17,"low":4,"high":6,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 20, 1, 0, 501, 'move', '{"type":"done"}', '[]', false, 1795348800);
INSERT INTO public.log VALUES (4, 21, 1, 0, 501, 'move', '{"type":"defeat","card":17,"suit":5}', '[{"type":"defeated","card":17,"suit":5,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 22, 1, 0, NULL, 'forced', '{"type":"end-round"}', '[{"type":"hurt","persons":[31,24],"locations":[],"damage":2,"audience":null},{"type":"turned-up","cards":[23],"audience":null},{"type":"rolled","round":4,"dice":[1,2,3,4,5],"audience":null}]', true, 1795348800);
INSERT INTO public.log VALUES (4, 23, 1, 0, 501, 'move', '{"type":"assign","card":23,"low":2,"high":5}', '[{"type":"assigned","card":23,"low":2,"high":5,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 24, 1, 0, 501, 'move', '{"type":"assign","card":23,"low":3,"high":4}', '[{"type":"assigned","card":23,"low":3,"high":4,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 25, 1, 0, 501, 'move', '{"type":"done"}', '[]', false, 1795348800);
INSERT INTO public.log VALUES (4, 26, 1, 0, 501, 'move', '{"type":"place","card":23,"suit":4}', '[{"type":"placed","card":23,"suit":4,"own":false,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 27, 1, 0, NULL, 'forced', '{"type":"place","card":23,"suit":2}', '[{"type":"placed","card":23,"suit":2,"own":false,"audience":null},{"type":"passed","card":23,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 28, 1, 0, NULL, 'forced', '{"type":"end-round"}', '[{"type":"hurt","persons":[31,24],"locations":[],"damage":4,"audience":null},{"type":"turned-up","cards":[30],"audience":null},{"type":"rolled","round":5,"dice":[3,3,3,4,5],"audience":null}]', true, 1795348800);
INSERT INTO public.log VALUES (4, 29, 1, 0, 501, 'move', '{"type":"done"}', '[]', false, 1795348800);
INSERT INTO public.log VALUES (4, 30, 1, 0, NULL, 'forced', '{"type":"end-round"}', '[{"type":"hurt","persons":[31,24,30],"locations":[],"damage":7,"audience":null},{"type":"rolled","round":6,"dice":[1,3,3,6,6],"audience":null}]', true, 1795348800);
INSERT INTO public.log VALUES (4, 31, 1, 0, 501, 'move', '{"type":"assign","card":24,"low":6,"high":6}', '[{"type":"assigned","card":24,"low":6,"high":6,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 32, 1, 0, 501, 'move', '{"type":"done"}', '[]', false, 1795348800);
INSERT INTO public.log VALUES (4, 33, 1, 0, 501, 'move', '{"type":"defeat","card":24,"suit":0}', '[{"type":"defeated","card":24,"suit":0,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 34, 1, 0, NULL, 'forced', '{"type":"end-round"}', '[{"type":"hurt","persons":[31,30],"locations":[],"damage":9,"audience":null},{"type":"turned-up","cards":[21],"audience":null},{"type":"rolled","round":7,"dice":[3,3,6,6,6],"audience":null}]', true, 1795348800);
INSERT INTO public.log VALUES (4, 35, 1, 0, 501, 'move', '{"type":"assign","card":21,"low":3,"high":6}', '[{"type":"assigned","card":21,"low":3,"high":6,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 36, 1, 0, 501, 'move', '{"type":"done"}', '[]', false, 1795348800);
INSERT INTO public.log VALUES (4, 37, 1, 0, NULL, 'forced', '{"type":"avert","card":21}', '[{"type":"averted","card":21,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (4, 38, 1, 0, NULL, 'forced', '{"type":"end-round"}', '[{"type":"hurt","persons":[31,30],"locations":[],"damage":11,"audience":null}]', false, 1795348800);
INSERT INTO public.log VALUES (900, -2147483648, -2147483648, -2147483648, 1200000000000000000, 'move', '{"a": [0, null, "🐉"]}', '{"a": [0, null, "🐉"]}', true, 1700000000);
INSERT INTO public.log VALUES (901, 2147483646, 2147483646, 2147483646, 1200000000000000001, 'forced', '{"a": [1, null, "🐉"]}', '{"a": [1, null, "🐉"]}', false, 1700000001);
INSERT INTO public.log VALUES (902, 2147483645, 2147483645, 2147483645, 1200000000000000002, 'undo', '{"a": [2, null, "🐉"]}', '{"a": [2, null, "🐉"]}', true, 1700000002);
INSERT INTO public.log VALUES (903, 2147483644, 2147483644, 2147483644, NULL, 'move', '{"a": [3, null, "🐉"]}', '{"a": [3, null, "🐉"]}', false, 1700000003);
INSERT INTO public.movers VALUES (1, 1, 501);
INSERT INTO public.movers VALUES (1, 2, 502);
INSERT INTO public.movers VALUES (1, 3, 503);
INSERT INTO public.movers VALUES (900, -2147483648, 1200000000000000000);
INSERT INTO public.movers VALUES (901, 2147483646, NULL);
INSERT INTO public.notes VALUES (900, 1200000000000000000, '0O''Hära "龍" \ 😀 %s $1', 'left', 1200000000000000000, '0O''Hära "龍" \ 😀 %s $1', -2147483648, -2147483648, 1700000000);
INSERT INTO public.notes VALUES (901, 1200000000000000001, '1O''Hära "龍" \ 😀 %s $1', 'back', 1200000000000000001, '1O''Hära "龍" \ 😀 %s $1', 2147483646, 2147483646, 1700000001);
INSERT INTO public.notes VALUES (902, 1200000000000000002, '2O''Hära "龍" \ 😀 %s $1', 'gone', 1200000000000000002, '2O''Hära "龍" \ 😀 %s $1', 2147483645, 2147483645, 1700000002);
INSERT INTO public.notes VALUES (903, 1200000000000000003, '3O''Hära "龍" \ 😀 %s $1', 'sent', 1200000000000000003, '3O''Hära "龍" \ 😀 %s $1', 2147483644, 2147483644, 1700000003);
INSERT INTO public.notes VALUES (904, 1200000000000000004, '4O''Hära "龍" \ 😀 %s $1', 'late', 1200000000000000004, '4O''Hära "龍" \ 😀 %s $1', 2147483643, 2147483643, 1700000004);
INSERT INTO public.notes VALUES (905, 1200000000000000005, '5O''Hära "龍" \ 😀 %s $1', 'freed', 1200000000000000005, '5O''Hära "龍" \ 😀 %s $1', 2147483642, 2147483642, 1700000005);
INSERT INTO public.notes VALUES (906, 1200000000000000006, '6O''Hära "龍" \ 😀 %s $1', 'removed', 1200000000000000006, '6O''Hära "龍" \ 😀 %s $1', 2147483641, 2147483641, 1700000006);
INSERT INTO public.notes VALUES (907, 1200000000000000007, '7O''Hära "龍" \ 😀 %s $1', 'unseated', 1200000000000000007, '7O''Hära "龍" \ 😀 %s $1', 2147483640, 2147483640, 1700000007);
INSERT INTO public.notes VALUES (908, 1200000000000000008, '8O''Hära "龍" \ 😀 %s $1', 'closed', 1200000000000000008, '8O''Hära "龍" \ 😀 %s $1', 2147483639, 2147483639, 1700000008);
INSERT INTO public.notes VALUES (909, 1200000000000000009, '9O''Hära "龍" \ 😀 %s $1', 'started', 1200000000000000009, '9O''Hära "龍" \ 😀 %s $1', 2147483638, 2147483638, 1700000009);
INSERT INTO public.notes VALUES (910, 1200000000000000010, '10O''Hära "龍" \ 😀 %s $1', 'unvoted', 1200000000000000010, '10O''Hära "龍" \ 😀 %s $1', 2147483637, 2147483637, 1700000010);
INSERT INTO public.notes VALUES (911, 1200000000000000011, '11O''Hära "龍" \ 😀 %s $1', 'left', NULL, NULL, 2147483636, 2147483636, 1700000011);
INSERT INTO public.outages VALUES ('2026-02-28', -2147483648);
INSERT INTO public.outages VALUES ('2027-02-28', 2147483646);
INSERT INTO public.pars VALUES ('2026-11-22', 'hexaract', NULL, NULL, NULL);
INSERT INTO public.pars VALUES ('2026-02-28', '0O''Hära "龍" \ 😀 %s $1', true, -2147483648, '0O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.pars VALUES ('2027-02-28', '1O''Hära "龍" \ 😀 %s $1', NULL, NULL, NULL);
INSERT INTO public.people VALUES (501, 'O''Hära "龍" \ 😀 %s $1', false, NULL, NULL, 1795348800, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.people VALUES (1200000000000000000, '0O''Hära "龍" \ 😀 %s $1', true, 0, '2026-02-28', 1700000000, 'turns', 'pictures', true, true, '0O''Hära ', '0O''Hära ');
INSERT INTO public.people VALUES (1200000000000000001, '1O''Hära "龍" \ 😀 %s $1', false, 23, '2027-02-28', 1700000001, 'hands', 'words-first', false, false, '1O''Hära ', '1O''Hära ');
INSERT INTO public.people VALUES (1200000000000000002, '2O''Hära "龍" \ 😀 %s $1', true, 23, '2028-02-28', 1700000002, 'edits', 'words-only', true, true, '2O''Hära ', '2O''Hära ');
INSERT INTO public.people VALUES (1200000000000000003, '3O''Hära "龍" \ 😀 %s $1', false, 23, '2029-02-28', 1700000003, 'none', 'pictures', false, false, '3O''Hära ', '3O''Hära ');
INSERT INTO public.people VALUES (1200000000000000004, '4O''Hära "龍" \ 😀 %s $1', true, NULL, NULL, 1700000004, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.players VALUES (1, 501, 'host', 0, 0, false, true, '0');
INSERT INTO public.players VALUES (1, 502, 'user 502', 1, 1, false, true, '0');
INSERT INTO public.players VALUES (1, 503, 'user 503', 2, 2, false, true, '0');
INSERT INTO public.players VALUES (2, 501, 'host', 0, 0, true, true, '0');
INSERT INTO public.players VALUES (2, 502, 'user 502', 1, 1, true, true, '0');
INSERT INTO public.players VALUES (2, 503, 'user 503', 2, 2, true, true, '0');
INSERT INTO public.players VALUES (3, 501, 'O''Hära "龍" \ 😀 %s $1', NULL, 0, true, true, '0');
INSERT INTO public.players VALUES (4, 501, 'user 501', 0, 0, false, true, NULL);
INSERT INTO public.players VALUES (900, 1200000000000000000, '0O''Hära "龍" \ 😀 %s $1', -2147483648, -2147483648, true, true, '0O''Hära "龍');
INSERT INTO public.players VALUES (901, 1200000000000000001, '1O''Hära "龍" \ 😀 %s $1', NULL, 2147483646, false, false, NULL);
INSERT INTO public.posts VALUES (900, '0O''Hära "龍" \ 😀 %s $1', 1200000000000000000, 1200000000000000000, 1200000000000000000, -2147483648, '0O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.posts VALUES (901, '1O''Hära "龍" \ 😀 %s $1', 1200000000000000001, 1200000000000000001, 1200000000000000001, 2147483646, '1O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.processes VALUES ('0O''Hära "龍" \ 😀 %s $1', 1700000000, -2147483648);
INSERT INTO public.processes VALUES ('1O''Hära "龍" \ 😀 %s $1', 1700000001, 2147483646);
INSERT INTO public.refused_votes VALUES (900, 'give-up', 1700000000);
INSERT INTO public.refused_votes VALUES (901, 'seat', 1700000001);
INSERT INTO public.refused_votes VALUES (902, 'play', 1700000002);
INSERT INTO public.refused_votes VALUES (903, 'away', 1700000003);
INSERT INTO public.refused_votes VALUES (904, 'give-up', 1700000004);
INSERT INTO public.restrictions VALUES (1200000000000000000, '0000000000000000000000000000000000000000000000000000000000000000', 1200000000000000000, true, true);
INSERT INTO public.restrictions VALUES (1200000000000000001, '0101010101010101010101010101010101010101010101010101010101010101', NULL, false, false);
INSERT INTO public.results VALUES (1, 0, 501, 'wyverns-knot', 71, NULL, false, 0, '', '501,502,503', 0, 1795176000, false, 0, false);
INSERT INTO public.results VALUES (1, 1, 502, 'wyverns-knot', 71, NULL, false, 0, '', '501,502,503', 0, 1795176000, false, 0, false);
INSERT INTO public.results VALUES (1, 2, 503, 'wyverns-knot', 71, NULL, false, 0, '', '501,502,503', 0, 1795176000, false, 0, false);
INSERT INTO public.results VALUES (4, 0, 501, 'hexaract', 71, '2026-11-22', false, 8, '', '501', NULL, 1795348800, false, 0, false);
INSERT INTO public.results VALUES (900, -2147483648, 1200000000000000000, '0O''Hära "龍" \ 😀 %s $1', 1200000000000000000, '2026-02-28', true, -2147483648, '0O''Hära "龍" \ 😀 %s $1', '0O''Hära "龍" \ 😀 %s $1', -2147483648, 1700000000, true, -2147483648, true);
INSERT INTO public.results VALUES (901, 2147483646, NULL, '1O''Hära "龍" \ 😀 %s $1', NULL, NULL, NULL, 2147483646, '1O''Hära "龍" \ 😀 %s $1', '1O''Hära "龍" \ 😀 %s $1', NULL, 1700000001, false, 2147483646, false);
INSERT INTO public.retries VALUES (1200000000000000000, 900, -2147483648, -2147483648, -2147483648, '{"a": [0, null, "🐉"]}');
INSERT INTO public.retries VALUES (1200000000000000001, 901, 2147483646, 2147483646, 2147483646, '{"a": [1, null, "🐉"]}');
INSERT INTO public.riddle_answers VALUES (1200000000000000000, '2026-02-28', -2147483648, true);
INSERT INTO public.riddle_answers VALUES (1200000000000000001, '2027-02-28', 2147483646, false);
INSERT INTO public.riddle_tallies VALUES ('2026-02-28', -2147483648, -2147483648);
INSERT INTO public.riddle_tallies VALUES ('2027-02-28', 2147483646, 2147483646);
INSERT INTO public.riddles VALUES ('2026-02-28', '0000000000000000000000000000000000000000000000000000000000000000', '0000000000000000000000000000000000000000000000000000000000000000', '{"a": [0, null, "🐉"]}', '0O''Hära "龍" \ 😀 %s $1');
INSERT INTO public.riddles VALUES ('2027-02-28', '0101010101010101010101010101010101010101010101010101010101010101', '0101010101010101010101010101010101010101010101010101010101010101', NULL, NULL);
INSERT INTO public.season_standings VALUES ('2026-02-28', 1200000000000000000, -2147483648, -2147483648, true);
INSERT INTO public.season_standings VALUES ('2027-02-28', 1200000000000000001, 2147483646, 2147483646, false);
INSERT INTO public.secrets VALUES ('deals', '0000000000000000000000000000000000000000000000000000000000000007');
INSERT INTO public.secrets VALUES ('0O''Hära "龍" \ 😀 ', '0000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO public.secrets VALUES ('1O''Hära "龍" \ 😀 ', '0101010101010101010101010101010101010101010101010101010101010101');
INSERT INTO public.seen VALUES (71, 501, 'O''Hära "龍" \ 😀 %s $1', 1795348800, 1795348800, false);
INSERT INTO public.seen VALUES (1200000000000000000, 1200000000000000000, '0O''Hära "龍" \ 😀 %s $1', 1700000000, 1700000000, true);
INSERT INTO public.seen VALUES (1200000000000000001, 1200000000000000001, '1O''Hära "龍" \ 😀 %s $1', 1700000001, NULL, false);
INSERT INTO public.server_log VALUES (900, 1200000000000000000, '0O''Hära "龍" \ 😀 ', 1200000000000000000, 1200000000000000000, -2147483648, '0O''Hära "龍" \ 😀 %s $1', 1700000000);
INSERT INTO public.servers VALUES (1200000000000000000, '0O''Hära ', 'all', '{"a": [0, null, "🐉"]}', true, 1200000000000000000, -2147483648, -2147483648, 'kept', true, 1200000000000000000);
INSERT INTO public.servers VALUES (1200000000000000001, '1O''Hära ', 'only', '{"a": [1, null, "🐉"]}', false, 1200000000000000001, 2147483646, 2147483646, 'folded', false, 1200000000000000001);
INSERT INTO public.servers VALUES (1200000000000000002, '2O''Hära ', 'except', '{"a": [2, null, "🐉"]}', true, 1200000000000000002, 2147483645, 2147483645, 'deleted', true, 1200000000000000002);
INSERT INTO public.servers VALUES (1200000000000000003, '3O''Hära ', 'all', '{"a": [3, null, "🐉"]}', false, NULL, NULL, NULL, 'kept', false, NULL);
INSERT INTO public.standings VALUES ('hexaract', '2026-11-22', 501, 8, '', 1, 0, true);
INSERT INTO public.standings VALUES ('hexaract', '2026-W47', 501, 8, '', 1, 0, true);
INSERT INTO public.standings VALUES ('hexaract', '2026-11', 501, 8, '', 1, 0, true);
INSERT INTO public.standings VALUES ('hexaract', 'all', 501, 800, '', 1, 0, false);
INSERT INTO public.standings VALUES ('0O''Hära "龍" \ 😀 %s $1', '0O''Hära "龍', 1200000000000000000, -2147483648, '0O''Hära "龍" \ 😀 %s $1', -2147483648, -2147483648, true);
INSERT INTO public.standings VALUES ('1O''Hära "龍" \ 😀 %s $1', '1O''Hära "龍', 1200000000000000001, 2147483646, '1O''Hära "龍" \ 😀 %s $1', 2147483646, 2147483646, false);
INSERT INTO public.tables VALUES (906, '6O''Hära "龍" \ 😀 %s $1', 2147483641, '{"a": [6, null, "🐉"]}', 'over', true, 2147483641, 2147483641, 2147483641, 2147483641, 1200000000000000006, 1200000000000000006, 1200000000000000006, 1200000000000000006, true, true, '0606060606060606060606060606060606060606060606060606060606060606', '{"a": [6, null, "🐉"]}', 1700000006, 1700000006, '2032-02-28', true, 2147483641, 2147483641, '2032-02-28', true, '6O''Hära ', '0606060606060606060606060606060606060606060606060606060606060606', '{"a": [6, null, "🐉"]}', true, 2147483641, 1700000006, 2147483641, 2147483641, true, 'tonight', 1700000006, 2147483641, '{"a": [6, null, "🐉"]}', true);
INSERT INTO public.tables VALUES (907, '7O''Hära "龍" \ 😀 %s $1', 2147483640, '{"a": [7, null, "🐉"]}', 'closed', false, 2147483640, 2147483640, 2147483640, 2147483640, 1200000000000000007, 1200000000000000007, 1200000000000000007, 1200000000000000007, false, false, '0707070707070707070707070707070707070707070707070707070707070707', '{"a": [7, null, "🐉"]}', 1700000007, 1700000007, '2033-02-28', false, 2147483640, 2147483640, '2033-02-28', false, '7O''Hära ', '0707070707070707070707070707070707070707070707070707070707070707', '{"a": [7, null, "🐉"]}', false, 2147483640, 1700000007, 2147483640, 2147483640, false, 'days', 1700000007, 2147483640, '{"a": [7, null, "🐉"]}', false);
INSERT INTO public.tables VALUES (908, '8O''Hära "龍" \ 😀 %s $1', 2147483639, '{"a": [8, null, "🐉"]}', 'lobby', true, 2147483639, 2147483639, 2147483639, 2147483639, 1200000000000000008, 1200000000000000008, 1200000000000000008, 1200000000000000008, true, true, '0808080808080808080808080808080808080808080808080808080808080808', '{"a": [8, null, "🐉"]}', 1700000008, 1700000008, '2034-02-28', true, 2147483639, 2147483639, '2034-02-28', true, '8O''Hära ', '0808080808080808080808080808080808080808080808080808080808080808', '{"a": [8, null, "🐉"]}', true, 2147483639, 1700000008, 2147483639, 2147483639, true, 'tonight', 1700000008, 2147483639, '{"a": [8, null, "🐉"]}', true);
INSERT INTO public.tables VALUES (909, '9O''Hära "龍" \ 😀 %s $1', 2147483638, '{"a": [9, null, "🐉"]}', 'playing', false, 2147483638, 2147483638, 2147483638, 2147483638, 1200000000000000009, 1200000000000000009, 1200000000000000009, 1200000000000000009, false, false, '0909090909090909090909090909090909090909090909090909090909090909', '{"a": [9, null, "🐉"]}', 1700000009, 1700000009, '2035-02-28', false, 2147483638, 2147483638, '2035-02-28', false, '9O''Hära ', '0909090909090909090909090909090909090909090909090909090909090909', '{"a": [9, null, "🐉"]}', false, 2147483638, 1700000009, 2147483638, 2147483638, false, 'days', 1700000009, 2147483638, '{"a": [9, null, "🐉"]}', false);
INSERT INTO public.tables VALUES (910, '10O''Hära "龍" \ 😀 %s $1', 2147483637, '{"a": [10, null, "🐉"]}', 'over', true, 2147483637, 2147483637, 2147483637, 2147483637, 1200000000000000010, 1200000000000000010, 1200000000000000010, 1200000000000000010, true, true, '0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a', '{"a": [10, null, "🐉"]}', 1700000010, 1700000010, '2036-02-28', true, 2147483637, 2147483637, '2036-02-28', true, '10O''Hära', '0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a', '{"a": [10, null, "🐉"]}', true, 2147483637, 1700000010, 2147483637, 2147483637, true, 'tonight', 1700000010, 2147483637, '{"a": [10, null, "🐉"]}', true);
INSERT INTO public.tables VALUES (911, '11O''Hära "龍" \ 😀 %s $1', 2147483636, '{"a": [11, null, "🐉"]}', 'closed', false, 2147483636, 2147483636, 2147483636, 2147483636, 1200000000000000011, 1200000000000000011, 1200000000000000011, 1200000000000000011, false, false, '0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b', '{"a": [11, null, "🐉"]}', 1700000011, 1700000011, '2037-02-28', false, 2147483636, 2147483636, '2037-02-28', false, '11O''Hära', '0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b', '{"a": [11, null, "🐉"]}', false, 2147483636, 1700000011, 2147483636, 2147483636, false, 'days', 1700000011, 2147483636, '{"a": [11, null, "🐉"]}', false);
INSERT INTO public.tables VALUES (912, '12O''Hära "龍" \ 😀 %s $1', 2147483635, '{"a": [12, null, "🐉"]}', 'lobby', true, 2147483635, 2147483635, 2147483635, 2147483635, 1200000000000000012, 1200000000000000012, 1200000000000000012, 1200000000000000012, true, true, '0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c', '{"a": [12, null, "🐉"]}', 1700000012, 1700000012, '2038-02-28', true, 2147483635, 2147483635, '2038-02-28', true, '12O''Hära', '0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c', '{"a": [12, null, "🐉"]}', true, 2147483635, 1700000012, 2147483635, 2147483635, true, 'tonight', 1700000012, 2147483635, '{"a": [12, null, "🐉"]}', true);
INSERT INTO public.tables VALUES (913, '13O''Hära "龍" \ 😀 %s $1', 2147483634, '{"a": [13, null, "🐉"]}', 'playing', false, 2147483634, 2147483634, 2147483634, 2147483634, 1200000000000000013, 1200000000000000013, 1200000000000000013, 1200000000000000013, false, false, '0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d', '{"a": [13, null, "🐉"]}', 1700000013, 1700000013, '2039-02-28', false, 2147483634, 2147483634, '2039-02-28', false, '13O''Hära', '0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d', '{"a": [13, null, "🐉"]}', false, 2147483634, 1700000013, 2147483634, 2147483634, false, 'days', 1700000013, 2147483634, '{"a": [13, null, "🐉"]}', false);
INSERT INTO public.tables VALUES (914, '14O''Hära "龍" \ 😀 %s $1', 2147483633, '{"a": [14, null, "🐉"]}', 'over', true, 2147483633, 2147483633, 2147483633, 2147483633, 1200000000000000014, 1200000000000000014, 1200000000000000014, 1200000000000000014, true, true, '0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e', '{"a": [14, null, "🐉"]}', 1700000014, 1700000014, '2040-02-28', true, 2147483633, 2147483633, '2040-02-28', true, '14O''Hära', '0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e0e', '{"a": [14, null, "🐉"]}', true, 2147483633, 1700000014, 2147483633, 2147483633, true, 'tonight', 1700000014, 2147483633, '{"a": [14, null, "🐉"]}', true);
INSERT INTO public.tables VALUES (915, '15O''Hära "龍" \ 😀 %s $1', 2147483632, '{"a": [15, null, "🐉"]}', 'closed', false, 2147483632, 2147483632, 2147483632, 2147483632, 1200000000000000015, 1200000000000000015, 1200000000000000015, 1200000000000000015, false, false, '0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f', '{"a": [15, null, "🐉"]}', 1700000015, 1700000015, '2041-02-28', false, 2147483632, 2147483632, '2041-02-28', false, '15O''Hära', '0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f', '{"a": [15, null, "🐉"]}', false, 2147483632, 1700000015, 2147483632, 2147483632, false, 'days', 1700000015, 2147483632, '{"a": [15, null, "🐉"]}', false);
INSERT INTO public.tables VALUES (916, '16O''Hära "龍" \ 😀 %s $1', 2147483631, '{"a": [16, null, "🐉"]}', 'lobby', true, 2147483631, 2147483631, 2147483631, 2147483631, 1200000000000000016, 1200000000000000016, 1200000000000000016, 1200000000000000016, true, true, '1010101010101010101010101010101010101010101010101010101010101010', '{"a": [16, null, "🐉"]}', 1700000016, 1700000016, '2042-02-28', true, 2147483631, 2147483631, '2042-02-28', true, '16O''Hära', '1010101010101010101010101010101010101010101010101010101010101010', '{"a": [16, null, "🐉"]}', true, 2147483631, 1700000016, 2147483631, 2147483631, true, 'tonight', 1700000016, 2147483631, '{"a": [16, null, "🐉"]}', true);
INSERT INTO public.tables VALUES (917, '17O''Hära "龍" \ 😀 %s $1', 2147483630, '{"a": [17, null, "🐉"]}', 'playing', false, 2147483630, 2147483630, 2147483630, 2147483630, 1200000000000000017, 1200000000000000017, 1200000000000000017, 1200000000000000017, false, false, '1111111111111111111111111111111111111111111111111111111111111111', '{"a": [17, null, "🐉"]}', 1700000017, 1700000017, '2043-02-28', false, 2147483630, 2147483630, '2043-02-28', false, '17O''Hära', '1111111111111111111111111111111111111111111111111111111111111111', '{"a": [17, null, "🐉"]}', false, 2147483630, 1700000017, 2147483630, 2147483630, false, 'days', 1700000017, 2147483630, '{"a": [17, null, "🐉"]}', false);
INSERT INTO public.tables VALUES (918, '18O''Hära "龍" \ 😀 %s $1', 2147483629, '{"a": [18, null, "🐉"]}', 'over', true, 2147483629, 2147483629, 2147483629, 2147483629, 1200000000000000018, 1200000000000000018, 1200000000000000018, 1200000000000000018, true, true, '1212121212121212121212121212121212121212121212121212121212121212', '{"a": [18, null, "🐉"]}', 1700000018, 1700000018, '2044-02-28', true, 2147483629, 2147483629, '2044-02-28', true, '18O''Hära', '1212121212121212121212121212121212121212121212121212121212121212', '{"a": [18, null, "🐉"]}', true, 2147483629, 1700000018, 2147483629, 2147483629, true, 'tonight', 1700000018, 2147483629, '{"a": [18, null, "🐉"]}', true);
INSERT INTO public.tables VALUES (919, '19O''Hära "龍" \ 😀 %s $1', 2147483628, '{"a": [19, null, "🐉"]}', 'closed', false, 2147483628, 2147483628, 2147483628, 2147483628, 1200000000000000019, 1200000000000000019, 1200000000000000019, 1200000000000000019, false, false, '1313131313131313131313131313131313131313131313131313131313131313', '{"a": [19, null, "🐉"]}', 1700000019, 1700000019, '2045-02-28', false, 2147483628, 2147483628, '2045-02-28', false, '19O''Hära', '1313131313131313131313131313131313131313131313131313131313131313', '{"a": [19, null, "🐉"]}', false, 2147483628, 1700000019, 2147483628, 2147483628, false, 'days', 1700000019, 2147483628, '{"a": [19, null, "🐉"]}', false);
INSERT INTO public.tables VALUES (1, 'wyverns-knot', 1, '{"target":12,"memory":true}', 'over', false, 60, 60, 22, 3, 501, 501, 71, 1, false, false, 'cd072cd8be6f9f62ac4c09c28206e7e35594aa6b342f5d0a3a5e4842fab428f7', NULL, 1795176000, 1795176000, NULL, false, NULL, NULL, NULL, false, 'en', 'ade52dd46d900a5c123a0c3f9699fd5e1f16a0208095144cd4ab85386cad6ac6', '{"won":[false,false,false],"scores":[0,0,0],"tiebreak":""}', false, 0, 1795176000, NULL, NULL, false, 'days', 1795176000, NULL, '[]', false);
INSERT INTO public.tables VALUES (2, 'wyverns-knot', 1, '{"target":12,"memory":true}', 'playing', false, 11, -1, 3, 3, 501, 501, 71, 3, false, false, '62e6e282e5c1657c78c3a967b36711eb3906a7c8603d71d409e7a54d87bdc1f7', '{"table":{"options":{"target":12,"memory":true},"turn":2,"step":"action","chosen":null,"nest":[{"fate":"down","dragon":null,"saver":null,"cover":null,"looked":[]},{"fate":"down","dragon":null,"saver":null,"cover":null,"looked":[]},{"fate":"down","dragon":null,"saver":null,"cover":null,"looked":[]},{"fate":"down","dragon":null,"saver":null,"cover":null,"looked":[]},{"fate":"down","dragon":null,"saver":null,"cover":null,"looked":[]},{"fate":"down","dragon":null,"saver":null,"cover":null,"looked":[]},{"fate":"down","dragon":null,"saver":null,"cover":null,"looked":[]},{"fate":"down","dragon":null,"saver":null,"cover":null,"looked":[]},{"fate":"down","dragon":null,"saver":null,"cover":null,"looked":[0]},{"fate":"down","dragon":null,"saver":null,"cover":null,"looked":[]},{"fate":"down","dragon":null,"saver":null,"cover":null,"looked":[]},{"fate":"down","dragon":null,"saver":null,"cover":null,"looked":[]},{"fate":"down","dragon":null,"saver":null,"cover":null,"looked":[]},{"fate":"down","dragon":null,"saver":null,"cover":null,"looked":[]},{"fate":"down","dragon":null,"saver":null,"cover":null,"looked":[]},{"fate":"down","dragon":null,"saver":null,"cover":null,"looked":[]}],"strikes":[{"column":0,"face":"down","dragon":null},{"column":0,"face":"down","dragon":null},{"column":1,"face":"down","dragon":null},{"column":1,"face":"down","dragon":null}],"tableaus":[[{"face":"down","dragon":null,"looked":[]},{"face":"down","dragon":null,"looked":[1]},{"face":"down","dragon":null,"looked":[]},{"face":"down","dragon":null,"looked":[]},{"face":"down","dragon":null,"looked":[]},{"face":"down","dragon":null,"looked":[]},{"face":"down","dragon":null,"looked":[]}],[{"face":"down","dragon":null,"looked":[]},{"face":"down","dragon":null,"looked":[]},{"face":"down","dragon":null,"looked":[]},{"face":"down","dragon":null,"looked":[]},{"face":"down","dragon":null,"looked":[]},{"face":"down","dragon":null,"looked":[]},{"face":"down","dragon":null,"looked":[]}],[{"face":"down","dragon":null,"looked":[]},{"face":"down","dragon":null,"looked":[]},{"face":"down","dragon":null,"looked":[]},{"face":"down","dragon":null,"looked":[]},{"face":"down","dragon":null,"looked":[]},{"face":"down","dragon":null,"looked":[]}]],"claims":[{"seat":1,"owner":0,"position":1,"cell":4,"row":null}],"saved":0,"left":16,"recent":[{"type":"looked","seat":1,"owner":0,"position":1,"dragon":null,"audience":null},{"type":"pointed","seat":1,"owner":0,"position":1,"cell":4,"row":null,"audience":null},{"type":"advanced","seat":1,"row":3,"column":1,"dragon":null,"audience":null}]},"nest":[5,3,9,3,9,6,8,2,1,0,4,2,7,6,1,8],"strikes":[0,4,5,7],"tableaus":[[0,4,9,4,7,8,9],[2,7,2,1,3,5,6],[6,3,5,1,8,0]]}', 1795348800, 1795348800, NULL, false, NULL, NULL, NULL, false, 'en', 'ade52dd46d900a5c123a0c3f9699fd5e1f16a0208095144cd4ab85386cad6ac6', NULL, false, 0, 1795348800, NULL, NULL, false, 'days', 1795348800, NULL, '[]', false);
INSERT INTO public.tables VALUES (3, 'advyria', 1, '{"mode":"compete","hand_level":"by_players","special_actions":true,"finale":true,"manoeuvres":true,"heroes":true,"simple_scoring":false,"open_hands":false}', 'lobby', false, 1, -1, 0, 0, 501, NULL, 71, 4, false, false, '0442027aaf1fa95b7f86589578df43e413167ae8d9dceb37762833811a71a723', NULL, 1795348800, 1795348800, NULL, false, NULL, NULL, NULL, false, 'en', NULL, NULL, false, 0, 1795348800, NULL, NULL, false, 'days', NULL, NULL, '[]', false);
INSERT INTO public.tables VALUES (4, 'hexaract', 1, '{}', 'over', true, 38, -1, 2, 1, 501, NULL, 71, 710, false, false, '6100805d7b276e71bc30ad7e7cd1febe75ca86bc4598bb655114eec260051399', '{"deck":[8,10,18,33,11,22,15,7,26,25,13,12,28,16,14,20,35,29,32,19],"path":[{"card":31,"exhausted":false,"chips":[]},{"card":30,"exhausted":false,"chips":[]}],"discard":[1,3,4,27,6,34,9,17,23,24,21],"supply":[1,1,0,1,0,2],"aces":[0,2,5],"dice":[3,3,6,6,6],"pairs":[{"card":21,"low":3,"high":6,"used":false}],"round":7,"damage":11,"step":"lost","recent":[{"type":"hurt","persons":[31,30],"locations":[],"damage":11,"audience":null}]}', 1795348800, 1795348800, '2026-11-22', true, NULL, NULL, NULL, false, 'en', '5ee09097f6499129ba7c98de998d986aecc9da3edd5b172aaddeab07efb72d1b', '{"won":[false],"scores":[8],"tiebreak":""}', false, 0, 1795348800, NULL, NULL, false, 'days', 1795348800, NULL, '[]', false);
INSERT INTO public.tables VALUES (900, '0O''Hära "龍" \ 😀 %s $1', -2147483648, '{"a": [0, null, "🐉"]}', 'lobby', true, -2147483648, -2147483648, -2147483648, -2147483648, 1200000000000000000, 1200000000000000000, 1200000000000000000, 1200000000000000000, true, true, '0000000000000000000000000000000000000000000000000000000000000000', '{"a": [0, null, "🐉"]}', 1700000000, 1700000000, '2026-02-28', true, -2147483648, -2147483648, '2026-02-28', true, '0O''Hära ', '0000000000000000000000000000000000000000000000000000000000000000', '{"a": [0, null, "🐉"]}', true, -2147483648, 1700000000, -2147483648, -2147483648, true, 'tonight', 1700000000, -2147483648, '{"a": [0, null, "🐉"]}', true);
INSERT INTO public.tables VALUES (901, '1O''Hära "龍" \ 😀 %s $1', 2147483646, '{"a": [1, null, "🐉"]}', 'playing', false, 2147483646, 2147483646, 2147483646, 2147483646, 1200000000000000001, 1200000000000000001, 1200000000000000001, 1200000000000000001, false, false, '0101010101010101010101010101010101010101010101010101010101010101', '{"a": [1, null, "🐉"]}', 1700000001, 1700000001, '2027-02-28', false, 2147483646, 2147483646, '2027-02-28', false, '1O''Hära ', '0101010101010101010101010101010101010101010101010101010101010101', '{"a": [1, null, "🐉"]}', false, 2147483646, 1700000001, 2147483646, 2147483646, false, 'days', 1700000001, 2147483646, '{"a": [1, null, "🐉"]}', false);
INSERT INTO public.tables VALUES (902, '2O''Hära "龍" \ 😀 %s $1', 2147483645, '{"a": [2, null, "🐉"]}', 'over', true, 2147483645, 2147483645, 2147483645, 2147483645, 1200000000000000002, 1200000000000000002, 1200000000000000002, 1200000000000000002, true, true, '0202020202020202020202020202020202020202020202020202020202020202', '{"a": [2, null, "🐉"]}', 1700000002, 1700000002, '2028-02-28', true, 2147483645, 2147483645, '2028-02-28', true, '2O''Hära ', '0202020202020202020202020202020202020202020202020202020202020202', '{"a": [2, null, "🐉"]}', true, 2147483645, 1700000002, 2147483645, 2147483645, true, 'tonight', 1700000002, 2147483645, '{"a": [2, null, "🐉"]}', true);
INSERT INTO public.tables VALUES (903, '3O''Hära "龍" \ 😀 %s $1', 2147483644, '{"a": [3, null, "🐉"]}', 'closed', false, 2147483644, 2147483644, 2147483644, 2147483644, 1200000000000000003, 1200000000000000003, 1200000000000000003, 1200000000000000003, false, false, '0303030303030303030303030303030303030303030303030303030303030303', '{"a": [3, null, "🐉"]}', 1700000003, 1700000003, '2029-02-28', false, 2147483644, 2147483644, '2029-02-28', false, '3O''Hära ', '0303030303030303030303030303030303030303030303030303030303030303', '{"a": [3, null, "🐉"]}', false, 2147483644, 1700000003, 2147483644, 2147483644, false, 'days', 1700000003, 2147483644, '{"a": [3, null, "🐉"]}', false);
INSERT INTO public.tables VALUES (904, '4O''Hära "龍" \ 😀 %s $1', 2147483643, '{"a": [4, null, "🐉"]}', 'lobby', true, 2147483643, 2147483643, 2147483643, 2147483643, 1200000000000000004, 1200000000000000004, 1200000000000000004, 1200000000000000004, true, true, '0404040404040404040404040404040404040404040404040404040404040404', '{"a": [4, null, "🐉"]}', 1700000004, 1700000004, '2030-02-28', true, 2147483643, 2147483643, '2030-02-28', true, '4O''Hära ', '0404040404040404040404040404040404040404040404040404040404040404', '{"a": [4, null, "🐉"]}', true, 2147483643, 1700000004, 2147483643, 2147483643, true, 'tonight', 1700000004, 2147483643, '{"a": [4, null, "🐉"]}', true);
INSERT INTO public.tables VALUES (905, '5O''Hära "龍" \ 😀 %s $1', 2147483642, '{"a": [5, null, "🐉"]}', 'playing', false, 2147483642, 2147483642, 2147483642, 2147483642, 1200000000000000005, 1200000000000000005, 1200000000000000005, 1200000000000000005, false, false, '0505050505050505050505050505050505050505050505050505050505050505', '{"a": [5, null, "🐉"]}', 1700000005, 1700000005, '2031-02-28', false, 2147483642, 2147483642, '2031-02-28', false, '5O''Hära ', '0505050505050505050505050505050505050505050505050505050505050505', '{"a": [5, null, "🐉"]}', false, 2147483642, 1700000005, 2147483642, 2147483642, false, 'days', 1700000005, 2147483642, '{"a": [5, null, "🐉"]}', false);
INSERT INTO public.used_attempts VALUES ('0000000000000000000000000000000000000000000000000000000000000000', 1700000000);
INSERT INTO public.used_attempts VALUES ('0101010101010101010101010101010101010101010101010101010101010101', 1700000001);
INSERT INTO public.votes VALUES (2, 501, 1795435200, 'give-up', NULL, 1795348800);
INSERT INTO public.votes VALUES (900, 1200000000000000000, 1700000000, 'give-up', -2147483648, 1700000000);
INSERT INTO public.votes VALUES (901, 1200000000000000001, 1700000001, 'seat', 2147483646, 1700000001);
INSERT INTO public.votes VALUES (902, 1200000000000000002, 1700000002, 'play', 2147483645, 1700000002);
INSERT INTO public.votes VALUES (903, 1200000000000000003, 1700000003, 'away', 2147483644, 1700000003);
INSERT INTO public.votes VALUES (904, 1200000000000000004, 1700000004, 'give-up', NULL, NULL);
INSERT INTO public.week_groups VALUES (900, '2026-02-28', -2147483648, 1200000000000000000, -2147483648, -2147483648);
INSERT INTO public.week_groups VALUES (901, '2027-02-28', 2147483646, NULL, 2147483646, NULL);
INSERT INTO public.win_standings VALUES ('0O''Hära "龍" \ 😀 %s $1', '0O''Hära "龍', 1200000000000000000, 1200000000000000000, -2147483648, -2147483648, true);
INSERT INTO public.win_standings VALUES ('1O''Hära "龍" \ 😀 %s $1', '1O''Hära "龍', 1200000000000000001, 1200000000000000001, 2147483646, 2147483646, false);
SELECT pg_catalog.setval('public.learners_id_seq', 901, true);
SELECT pg_catalog.setval('public.server_log_id_seq', 901, true);
SELECT pg_catalog.setval('public.tables_id_seq', 920, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_pkey PRIMARY KEY (table_id, user_id, kind);
ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT analyses_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY public.announcements
    ADD CONSTRAINT announcements_pkey PRIMARY KEY (guild_id);
ALTER TABLE ONLY public.archive
    ADD CONSTRAINT archive_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY public.aways
    ADD CONSTRAINT aways_pkey PRIMARY KEY (user_id, since);
ALTER TABLE ONLY public.ballots
    ADD CONSTRAINT ballots_pkey PRIMARY KEY (table_id, user_id);
ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_pkey PRIMARY KEY (table_id, user_id);
ALTER TABLE ONLY public.claims
    ADD CONSTRAINT claims_pkey PRIMARY KEY (kind, key);
ALTER TABLE ONLY public.clock
    ADD CONSTRAINT clock_pkey PRIMARY KEY (beat_at);
ALTER TABLE ONLY public.closed_dms
    ADD CONSTRAINT closed_dms_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.computers
    ADD CONSTRAINT computers_pkey PRIMARY KEY (table_id, number);
ALTER TABLE ONLY public.computers
    ADD CONSTRAINT computers_table_id_seat_key UNIQUE (table_id, seat);
ALTER TABLE ONLY public.deadlines
    ADD CONSTRAINT deadlines_pkey PRIMARY KEY (table_id, kind);
ALTER TABLE ONLY public.departures
    ADD CONSTRAINT departures_pkey PRIMARY KEY (table_id, hash);
ALTER TABLE ONLY public.followers
    ADD CONSTRAINT followers_pkey PRIMARY KEY (table_id, user_id);
ALTER TABLE ONLY public.forgotten
    ADD CONSTRAINT forgotten_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.group_standings
    ADD CONSTRAINT group_standings_pkey PRIMARY KEY (game, period, guild_id, party);
ALTER TABLE ONLY public.interactions
    ADD CONSTRAINT interactions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.learners
    ADD CONSTRAINT learners_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.learners
    ADD CONSTRAINT learners_user_id_game_key UNIQUE (user_id, game);
ALTER TABLE ONLY public.log
    ADD CONSTRAINT log_pkey PRIMARY KEY (table_id, version);
ALTER TABLE ONLY public.movers
    ADD CONSTRAINT movers_pkey PRIMARY KEY (table_id, number);
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_pkey PRIMARY KEY (table_id, user_id);
ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT one_attempt PRIMARY KEY (user_id, scope, game, date, seats);
ALTER TABLE ONLY public.deals
    ADD CONSTRAINT one_deal PRIMARY KEY (scope, game, date, seats);
ALTER TABLE ONLY public.outages
    ADD CONSTRAINT outages_pkey PRIMARY KEY (day);
ALTER TABLE ONLY public.pars
    ADD CONSTRAINT pars_pkey PRIMARY KEY (date, game);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.players
    ADD CONSTRAINT players_pkey PRIMARY KEY (table_id, user_id);
ALTER TABLE ONLY public.players
    ADD CONSTRAINT players_table_id_seat_key UNIQUE (table_id, seat);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_by_slot PRIMARY KEY (table_id, slot, user_id);
ALTER TABLE ONLY public.processes
    ADD CONSTRAINT processes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.refused_votes
    ADD CONSTRAINT refused_votes_pkey PRIMARY KEY (table_id, about);
ALTER TABLE ONLY public.restrictions
    ADD CONSTRAINT restrictions_pkey PRIMARY KEY (guild_id, hash);
ALTER TABLE ONLY public.results
    ADD CONSTRAINT results_pkey PRIMARY KEY (table_id, seat);
ALTER TABLE ONLY public.retries
    ADD CONSTRAINT retries_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.riddle_answers
    ADD CONSTRAINT riddle_answers_pkey PRIMARY KEY (user_id, date);
ALTER TABLE ONLY public.riddle_tallies
    ADD CONSTRAINT riddle_tallies_pkey PRIMARY KEY (date, choice);
ALTER TABLE ONLY public.riddles
    ADD CONSTRAINT riddles_pkey PRIMARY KEY (date);
ALTER TABLE ONLY public.season_standings
    ADD CONSTRAINT season_standings_pkey PRIMARY KEY (season, user_id);
ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.seen
    ADD CONSTRAINT seen_pkey PRIMARY KEY (guild_id, user_id);
ALTER TABLE ONLY public.server_log
    ADD CONSTRAINT server_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.servers
    ADD CONSTRAINT servers_pkey PRIMARY KEY (guild_id);
ALTER TABLE ONLY public.standings
    ADD CONSTRAINT standings_pkey PRIMARY KEY (game, period, user_id);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.used_attempts
    ADD CONSTRAINT used_attempts_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.votes
    ADD CONSTRAINT votes_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY public.week_groups
    ADD CONSTRAINT week_groups_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY public.win_standings
    ADD CONSTRAINT win_standings_pkey PRIMARY KEY (game, period, guild_id, user_id);
CREATE INDEX alerts_of_a_user ON public.alerts USING btree (user_id);
CREATE INDEX analyses_of_a_deal ON public.analyses USING btree (game, date) WHERE (date IS NOT NULL);
CREATE INDEX analyses_to_make ON public.analyses USING btree (asked_at, table_id) WHERE (NOT done);
CREATE INDEX announcements_of_a_user ON public.announcements USING btree (set_by) WHERE (set_by IS NOT NULL);
CREATE INDEX attempts_at_a_deal ON public.attempts USING btree (scope, game, date, table_id);
CREATE INDEX attempts_at_a_table ON public.attempts USING btree (table_id);
CREATE INDEX ballots_of_a_user ON public.ballots USING btree (user_id);
CREATE INDEX calls_by_time ON public.calls USING btree (at);
CREATE INDEX calls_of_a_user ON public.calls USING btree (user_id, at);
CREATE INDEX claims_of_a_process ON public.claims USING btree (owner);
CREATE INDEX days_down ON public.outages USING btree (day) WHERE (seconds > 79200);
CREATE INDEX deadlines_due ON public.deadlines USING btree (due_at);
CREATE INDEX deals_to_count ON public.deals USING btree (scope, date, game, seats) WHERE (NOT counted);
CREATE INDEX departures_of_a_user ON public.departures USING btree (user_id);
CREATE INDEX followed_by_a_user ON public.followers USING btree (user_id);
CREATE INDEX games_over_in_a_channel ON public.tables USING btree (channel_id, id) WHERE (((phase)::text = 'over'::text) AND (NOT solo));
CREATE INDEX group_results_of_a_user ON public.results USING btree (user_id, game, points DESC, table_id, finished_at) WHERE (points IS NOT NULL);
CREATE INDEX group_standings_by_rank ON public.group_standings USING btree (game, period, guild_id, points DESC, party);
CREATE INDEX group_standings_of_a_party ON public.group_standings USING btree (party);
CREATE INDEX groups_in_play ON public.tables USING btree (changed_at, id) WHERE (((phase)::text = 'playing'::text) AND (NOT solo));
CREATE INDEX groups_of_a_server ON public.tables USING btree (guild_id) WHERE (((phase)::text = ANY (ARRAY[('lobby'::character varying)::text, ('playing'::character varying)::text])) AND (NOT solo));
CREATE INDEX interactions_by_time ON public.interactions USING btree (at);
CREATE INDEX living_tables_of_a_user ON public.players USING btree (user_id) WHERE living;
CREATE INDEX log_of_a_user ON public.log USING btree (user_id);
CREATE INDEX members_gone ON public.seen USING btree (guild_id, user_id) WHERE gone;
CREATE INDEX movers_of_a_user ON public.movers USING btree (user_id);
CREATE INDEX notes_by_a_user ON public.notes USING btree (by_id);
CREATE INDEX notes_of_a_user ON public.notes USING btree (user_id);
CREATE UNIQUE INDEX one_daily_a_player ON public.tables USING btree (host_id, game, date) WHERE (((phase)::text = 'playing'::text) AND (date IS NOT NULL));
CREATE UNIQUE INDEX one_rematch_of_a_game ON public.tables USING btree (rematch_of) WHERE (((phase)::text = ANY (ARRAY[('lobby'::character varying)::text, ('playing'::character varying)::text])) AND (rematch_of IS NOT NULL));
CREATE UNIQUE INDEX one_solitaire_a_player ON public.tables USING btree (host_id, game) WHERE (((phase)::text = 'playing'::text) AND solo AND (date IS NULL));
CREATE UNIQUE INDEX one_table_a_channel ON public.tables USING btree (channel_id) WHERE (((phase)::text = ANY (ARRAY[('lobby'::character varying)::text, ('playing'::character varying)::text])) AND (NOT solo));
CREATE INDEX people_by_reminder ON public.people USING btree (remind_hour);
CREATE INDEX posts_of_a_user ON public.posts USING btree (user_id);
CREATE INDEX restrictions_of_a_user ON public.restrictions USING btree (user_id);
CREATE INDEX results_of_a_party ON public.results USING btree (game, party, points DESC, table_id, finished_at, guild_id) WHERE ((seat = 0) AND (points IS NOT NULL));
CREATE INDEX results_of_a_user ON public.results USING btree (user_id, date);
CREATE INDEX retries_of_a_table ON public.retries USING btree (table_id);
CREATE INDEX season_standings_by_rank ON public.season_standings USING btree (season, listed, points DESC, user_id);
CREATE INDEX seasons_of_a_user ON public.season_standings USING btree (user_id);
CREATE INDEX server_log_about_a_user ON public.server_log USING btree (user_id);
CREATE INDEX server_log_by_a_user ON public.server_log USING btree (by_id);
CREATE INDEX server_log_of_a_server ON public.server_log USING btree (guild_id, id);
CREATE INDEX servers_of_a_user ON public.seen USING btree (user_id);
CREATE INDEX standings_by_rank ON public.standings USING btree (game, period, listed, points DESC, tiebreak DESC, user_id);
CREATE INDEX standings_of_a_user ON public.standings USING btree (user_id);
CREATE INDEX tables_away ON public.deadlines USING btree (table_id) WHERE ((kind)::text = 'absent'::text);
CREATE INDEX tables_in_play ON public.tables USING btree (game, rules) WHERE ((phase)::text = 'playing'::text);
CREATE INDEX tables_lost ON public.tables USING btree (guild_id) WHERE lost;
CREATE INDEX tables_of_a_first ON public.tables USING btree (first_id) WHERE (first_id IS NOT NULL);
CREATE INDEX tables_of_a_host ON public.tables USING btree (host_id);
CREATE INDEX tables_of_a_user ON public.players USING btree (user_id);
CREATE INDEX tables_to_pack ON public.tables USING btree (changed_at) WHERE (((phase)::text = ANY (ARRAY[('over'::character varying)::text, ('closed'::character varying)::text])) AND (snapshot IS NOT NULL));
CREATE INDEX tables_to_think ON public.deadlines USING btree (due_at, table_id) WHERE ((kind)::text = 'think'::text);
CREATE INDEX tables_unshown ON public.tables USING btree (id) WHERE (shown < version);
CREATE INDEX used_attempts_by_time ON public.used_attempts USING btree (until);
CREATE INDEX votes_of_a_user ON public.votes USING btree (opened_by);
CREATE INDEX week_groups_by_rank ON public.week_groups USING btree (week, seats, points DESC, table_id);
CREATE INDEX week_groups_of_a_server ON public.week_groups USING btree (guild_id, week, seats, points DESC, table_id);
CREATE INDEX week_groups_to_count ON public.week_groups USING btree (week, seats, table_id) WHERE (share IS NULL);
CREATE INDEX win_standings_by_rank ON public.win_standings USING btree (game, period, guild_id, listed, wins DESC, user_id);
CREATE INDEX win_standings_of_a_user ON public.win_standings USING btree (user_id);
ALTER TABLE ONLY public.alerts
    ADD CONSTRAINT alerts_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT analyses_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.archive
    ADD CONSTRAINT archive_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_table_id_fkey1 FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.ballots
    ADD CONSTRAINT ballots_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.votes(table_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.calls
    ADD CONSTRAINT calls_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.computers
    ADD CONSTRAINT computers_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.deadlines
    ADD CONSTRAINT deadlines_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.departures
    ADD CONSTRAINT departures_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.followers
    ADD CONSTRAINT followers_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.log
    ADD CONSTRAINT log_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.movers
    ADD CONSTRAINT movers_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.players
    ADD CONSTRAINT players_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_table_id_fkey1 FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.refused_votes
    ADD CONSTRAINT refused_votes_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.results
    ADD CONSTRAINT results_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.retries
    ADD CONSTRAINT retries_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.votes
    ADD CONSTRAINT votes_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.week_groups
    ADD CONSTRAINT week_groups_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
