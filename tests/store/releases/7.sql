BEGIN TRANSACTION;
CREATE TABLE acts (  -- all that the host has done, numbered; workers read on from here
        number INTEGER PRIMARY KEY,
        at INTEGER, who TEXT, act TEXT
    ) STRICT, WITHOUT ROWID;
CREATE TABLE addresses (  -- where people get mail
        guest TEXT PRIMARY KEY,
        address TEXT, address_key TEXT, confirmed INTEGER
    ) STRICT, WITHOUT ROWID;
CREATE TABLE analyses (  -- what can be computed again, but takes long
        table_id TEXT, version TEXT, analysis TEXT,
        PRIMARY KEY (table_id, version)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE attempts (  -- at puzzles
        guest TEXT, game TEXT, puzzle TEXT, day TEXT, at INTEGER, rating INTEGER, solved INTEGER,
        PRIMARY KEY (guest, game, puzzle, day)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "attempts" VALUES('ada','kewbz','some-puzzle','2026-11-15',1794772155689,900,1);
CREATE TABLE blocks (  -- whom the host keeps out
        kind TEXT,  -- person or address
        whom TEXT, made INTEGER, ends INTEGER, why TEXT,
        PRIMARY KEY (kind, whom)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE bots (  -- programs elsewhere that play under a name of their own
        guest TEXT PRIMARY KEY,
        author TEXT,  -- the guest who answers for it
        handle TEXT, name TEXT, name_key TEXT,
        hash TEXT,  -- of its token; none: it was revoked
        made INTEGER, seen INTEGER  -- when it last had a stream of events
    ) STRICT, WITHOUT ROWID;
INSERT INTO "bots" VALUES('bot-1','ada','h-brindle','Brindle','brindle','a-hash',1794772155689,0);
CREATE TABLE channels (  -- how people want to be told that it is their turn
        id TEXT PRIMARY KEY, guest TEXT,
        kind TEXT,  -- push, webhook, mail or calendar
        target TEXT,  -- whom to send to, or a hash of the secret by which the channel is asked for
        detail TEXT,  -- what else must be known to send
        language TEXT, zone TEXT,
        origin TEXT,  -- where the house is for this person, as https://example.org
        made INTEGER,
        due INTEGER,  -- of mail: when the next digest goes out
        error TEXT  -- why the last message did not arrive
    ) STRICT, WITHOUT ROWID;
CREATE TABLE counts (  -- numbers that are given one after the other
        name TEXT PRIMARY KEY, number INTEGER
    ) STRICT, WITHOUT ROWID;
INSERT INTO "counts" SELECT 'finished',2 WHERE NOT EXISTS (SELECT 1 FROM counts WHERE name = 'finished');
CREATE TABLE days (  -- an index: what boards of the day came to
        guest TEXT, day TEXT, game TEXT, table_id TEXT, score INTEGER,
        PRIMARY KEY (guest, day, game)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "days" VALUES('ada','2026-11-15','kewbz','qkR1Bq9WSCWC',4);
CREATE TABLE desk_links (  -- by which the host comes to the desk; each is good once
        hash TEXT PRIMARY KEY, ends INTEGER
    ) STRICT, WITHOUT ROWID;
CREATE TABLE device_links (  -- another device that is to be the same person's
        guest TEXT PRIMARY KEY,
        hash TEXT,  -- of the secret in the link
        ends INTEGER, state TEXT,
        number TEXT,  -- what both devices show
        opened_by TEXT  -- the guest that the new device was
    ) STRICT, WITHOUT ROWID;
CREATE TABLE entries (
    table_id TEXT, seq INTEGER, t INTEGER, seat INTEGER, move TEXT, lag INTEGER, at INTEGER,
    guest TEXT, ask TEXT,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "entries" VALUES('-G3dLo8e6Wsz',0,0,-1,'{"type":"lots","tiles":{"0":"F","1":"V","2":"Z"}}',0,1794772155689,NULL,NULL);
INSERT INTO "entries" VALUES('-G3dLo8e6Wsz',1,0,-1,'{"type":"draw","tiles":["J","T","M","L","C","D","D","T"]}',0,1794772155689,NULL,NULL);
INSERT INTO "entries" VALUES('-G3dLo8e6Wsz',2,59,0,'{"type":"say","word":"dichlorodifluoromethane"}',0,1794772155749,'ada','prolix-0');
INSERT INTO "entries" VALUES('-G3dLo8e6Wsz',3,63,2,'{"type":"say","word":"decremental"}',0,1794772155752,'ada','prolix-1');
INSERT INTO "entries" VALUES('-G3dLo8e6Wsz',4,64,1,'{"type":"say","word":"uojeudtt"}',0,1794772155753,'ada','prolix-2');
INSERT INTO "entries" VALUES('-G3dLo8e6Wsz',5,64,-1,'{"type":"close"}',0,1794772155753,NULL,NULL);
INSERT INTO "entries" VALUES('-G3dLo8e6Wsz',6,65,2,'{"type":"accept"}',0,1794772155754,'ada','prolix-3');
INSERT INTO "entries" VALUES('-G3dLo8e6Wsz',7,65,1,'{"type":"challenge","seat":0}',0,1794772155754,'ada','prolix-4');
INSERT INTO "entries" VALUES('-G3dLo8e6Wsz',8,66,2,'{"type":"vote","recognise":true}',0,1794772155755,'ada','prolix-5');
INSERT INTO "entries" VALUES('-G3dLo8e6Wsz',9,66,-1,'{"type":"settle"}',0,1794772155755,NULL,NULL);
INSERT INTO "entries" VALUES('-G3dLo8e6Wsz',10,66,-1,'{"type":"draw","tiles":["H","G"]}',0,1794772155755,NULL,NULL);
INSERT INTO "entries" VALUES('-G3dLo8e6Wsz',11,239,0,'{"type":"say","word":"alighted"}',0,1794772155928,'ada','prolix-6');
INSERT INTO "entries" VALUES('-G3dLo8e6Wsz',12,1339,-1,'{"type":"close"}',0,1794772157029,NULL,NULL);
INSERT INTO "entries" VALUES('-G3dLo8e6Wsz',13,7639,-1,'{"type":"settle"}',0,1794772171931,NULL,NULL);
INSERT INTO "entries" VALUES('-G3dLo8e6Wsz',14,7639,-1,'{"type":"draw","tiles":["Z","C"]}',0,1794772171931,NULL,NULL);
INSERT INTO "entries" VALUES('0Ywigt8qtesi',0,0,0,'{"type":"place","cell":"a4"}',0,1794772155620,'ada','kewbz-0');
INSERT INTO "entries" VALUES('0Ywigt8qtesi',1,1,1,'{"type":"place","cell":"b4"}',0,1794772155620,'ada','kewbz-1');
INSERT INTO "entries" VALUES('0Ywigt8qtesi',2,2,0,'{"type":"place","cell":"a3"}',0,1794772155621,'ada','kewbz-2');
INSERT INTO "entries" VALUES('0Ywigt8qtesi',3,2,1,'{"type":"place","cell":"c4"}',0,1794772155622,'ada','kewbz-3');
INSERT INTO "entries" VALUES('0Ywigt8qtesi',4,3,0,'{"type":"place","cell":"a2"}',0,1794772155622,'ada','kewbz-4');
INSERT INTO "entries" VALUES('0Ywigt8qtesi',5,4,1,'{"type":"place","cell":"a5"}',0,1794772155623,'ada','kewbz-5');
INSERT INTO "entries" VALUES('PLIbigZxtO1m',0,0,-1,'{"type":"lots","seat":1}',0,1794772156790,NULL,NULL);
INSERT INTO "entries" VALUES('PLIbigZxtO1m',1,0,-1,'{"type":"ring","letters":"UOYDIGZWKVHJMRNCBPLXSQFETA"}',0,1794772156790,NULL,NULL);
INSERT INTO "entries" VALUES('PLIbigZxtO1m',2,0,-1,'{"type":"rolled","face":"8"}',0,1794772156790,NULL,NULL);
INSERT INTO "entries" VALUES('PLIbigZxtO1m',3,0,1,'{"type":"take","side":"left"}',0,1794772156791,'ada','konexi-0');
INSERT INTO "entries" VALUES('PLIbigZxtO1m',4,35,1,'{"type":"found","pose":0,"error":[4.69,4.01,4.37]}',0,1794772156825,'ada','konexi-1');
INSERT INTO "entries" VALUES('PLIbigZxtO1m',5,723,-1,'{"type":"settled","engine":"mujoco 4.0.0","verdict":"stands","poses":{"K":[0.499572,0.429115,5.987737,-0.000047,0.000092,1.0,0.0]},"motion":"eNpjYWBkAIEKMPm/noGBi4GT4f//3/+ZgfwP/0GijAzMYFk+BmTAxAAALIsIDQ=="}',0,1794772157514,NULL,NULL);
INSERT INTO "entries" VALUES('PLIbigZxtO1m',6,723,-1,'{"type":"rolled","face":"4"}',0,1794772157514,NULL,NULL);
INSERT INTO "entries" VALUES('PLIbigZxtO1m',7,746,0,'{"type":"take","side":"right"}',0,1794772171928,'ada','konexi-16');
INSERT INTO "entries" VALUES('PLIbigZxtO1m',8,15141,0,'{"type":"join","own":3,"to":"K","at":10,"roll":1,"error":[4.94,-4.15,-3.24]}',0,1794772171932,'ada','konexi-17');
INSERT INTO "entries" VALUES('PLIbigZxtO1m',9,15228,-1,'{"type":"settled","engine":"mujoco 4.0.0","verdict":"stands","poses":{"K":[0.500302,0.426824,5.983032,0.000015,0.00008,1.0,0.000077],"R":[-3.87748,-12.063403,32.605975,-0.707096,0.000228,0.707117,-0.000115]},"motion":"eNoTYWBi4GLgZKhg+PefmeF/PQPDpv/8/3uYapcyMTRGMTFAACOUZGTABf4DAUIlPgBRhwkYiRAhZCYj2SZg2k28O/GbQ57fqQNIt4+RCD8AAJdTGW0="}',0,1794772172019,NULL,NULL);
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',0,0,-1,'{"type":"lots","seat":0}',0,1794772156457,NULL,NULL);
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',1,0,-1,'{"type":"deal","hands":{"0":["P02","R07","P05","T07","R02"],"1":["Y08","T05","P01","Y10","R05"]}}',0,1794772156457,NULL,NULL);
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',2,215,0,'{"type":"draw"}',0,1794772156672,'ada','conex-0');
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',3,215,-1,'{"type":"drew","cards":["P09","T01"]}',0,1794772156672,NULL,NULL);
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',4,218,1,'{"type":"lay","card":"T05","corner":1,"target":"board","spot":2,"slide":0,"double":false}',0,1794772156683,'ada','conex-1');
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',5,227,0,'{"type":"lay","card":"P09","corner":0,"target":"board","spot":0,"slide":0,"double":false}',0,1794772156685,'ada','conex-2');
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',6,228,1,'{"type":"draw"}',0,1794772156685,'ada','conex-3');
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',7,228,-1,'{"type":"drew","cards":["T09","R03"]}',0,1794772156685,NULL,NULL);
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',8,229,0,'{"type":"lay","card":"R02","corner":1,"target":"board","spot":1,"slide":0,"double":false}',0,1794772156686,'ada','conex-4');
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',9,230,1,'{"type":"draw"}',0,1794772156687,'ada','conex-5');
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',10,230,-1,'{"type":"drew","cards":["Y07","R13"]}',0,1794772156687,NULL,NULL);
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',11,230,0,'{"type":"draw"}',0,1794772156688,'ada','conex-6');
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',12,230,-1,'{"type":"drew","cards":["T03","P03"]}',0,1794772156688,NULL,NULL);
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',13,231,1,'{"type":"draw"}',0,1794772156688,'ada','conex-7');
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',14,231,-1,'{"type":"drew","cards":["T06","R08"]}',0,1794772156688,NULL,NULL);
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',15,232,0,'{"type":"draw"}',0,1794772156689,'ada','conex-8');
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',16,232,-1,'{"type":"drew","cards":["Y13","Y01"]}',0,1794772156689,NULL,NULL);
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',17,233,1,'{"type":"lay","card":"R08","corner":1,"target":"P09","spot":0,"slide":19160,"double":false}',0,1794772156690,'ada','conex-9');
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',18,233,0,'{"type":"lay","card":"T07","corner":0,"target":"R08","spot":0,"slide":953,"double":false}',0,1794772156691,'ada','conex-10');
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',19,234,1,'{"type":"draw"}',0,1794772156692,'ada','conex-11');
INSERT INTO "entries" VALUES('TOJHMsWCZb-6',20,234,-1,'{"type":"drew","cards":["T02","R09"]}',0,1794772156692,NULL,NULL);
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',0,0,-1,'{"type":"draw","tiles":["M","M","F","N","F","W","R","R"]}',0,1794772155929,NULL,NULL);
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',1,2,0,'{"type":"scratch","word":"freedwoman"}',0,1794772155932,'ada','prolix-0');
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',2,4,0,'{"type":"scratch","word":"frontierswoman"}',0,1794772155934,'ada','prolix-1');
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',3,6,0,'{"type":"scratch","word":"thenceforward"}',0,1794772155936,'ada','prolix-2');
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',4,8,0,'{"type":"write","word":"formfitting"}',0,1794772155938,'ada','prolix-3');
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',5,8,-1,'{"type":"draw","tiles":["C","P","C","T"]}',0,1794772155938,NULL,NULL);
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',6,10,0,'{"type":"write","word":"uncomplicated"}',0,1794772155941,'ada','prolix-4');
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',7,10,-1,'{"type":"draw","tiles":["N","P","Q","R"]}',0,1794772155941,NULL,NULL);
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',8,13,0,'{"type":"write","word":"counterproposals"}',0,1794772155943,'ada','prolix-5');
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',9,13,-1,'{"type":"draw","tiles":["N","T","M","L"]}',0,1794772155943,NULL,NULL);
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',10,15,0,'{"type":"write","word":"discriminatingly"}',0,1794772155945,'ada','prolix-6');
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',11,15,-1,'{"type":"draw","tiles":["K","B","N","B"]}',0,1794772155945,NULL,NULL);
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',12,17,0,'{"type":"scratch","word":"knightliness"}',0,1794772155947,'ada','prolix-7');
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',13,19,0,'{"type":"scratch","word":"kilonewtons"}',0,1794772155949,'ada','prolix-8');
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',14,21,0,'{"type":"scratch","word":"interlinked"}',0,1794772155951,'ada','prolix-9');
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',15,23,0,'{"type":"scratch","word":"kibbutzniks"}',0,1794772155953,'ada','prolix-10');
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',16,24,0,'{"type":"scratch","word":"blackmailing"}',0,1794772155954,'ada','prolix-11');
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',17,26,0,'{"type":"scratch","word":"knobbly"}',0,1794772155956,'ada','prolix-12');
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',18,27,0,'{"type":"scratch","word":"knobbier"}',0,1794772155957,'ada','prolix-13');
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',19,29,0,'{"type":"write","word":"pentobarbital"}',0,1794772155959,'ada','prolix-14');
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',20,29,-1,'{"type":"draw","tiles":["K","F","S","C"]}',0,1794772155959,NULL,NULL);
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',21,31,0,'{"type":"scratch","word":"clockmakers"}',0,1794772155961,'ada','prolix-15');
INSERT INTO "entries" VALUES('nVTSY5nwkKhi',22,32,0,'{"type":"write","word":"fecklessly"}',0,1794772155962,'ada','prolix-16');
INSERT INTO "entries" VALUES('qkR1Bq9WSCWC',0,2,0,'{"type":"place","cell":"c5"}',0,1794772155608,'ada','kewbz-0');
INSERT INTO "entries" VALUES('qkR1Bq9WSCWC',1,3,1,'{"type":"place","cell":"b5"}',0,1794772155609,'ada','kewbz-1');
INSERT INTO "entries" VALUES('qkR1Bq9WSCWC',2,4,0,'{"type":"place","cell":"b4"}',0,1794772155609,'ada','kewbz-2');
INSERT INTO "entries" VALUES('qkR1Bq9WSCWC',3,5,1,'{"type":"place","cell":"d4"}',0,1794772155611,'ada','kewbz-3');
INSERT INTO "entries" VALUES('qkR1Bq9WSCWC',4,6,0,'{"type":"place","cell":"e5"}',0,1794772155612,'ada','kewbz-4');
INSERT INTO "entries" VALUES('qkR1Bq9WSCWC',5,6,1,'{"type":"place","cell":"e3"}',0,1794772155612,'ada','kewbz-5');
INSERT INTO "entries" VALUES('qkR1Bq9WSCWC',6,7,0,'{"type":"place","cell":"d3"}',0,1794772155613,'ada','kewbz-6');
INSERT INTO "entries" VALUES('qkR1Bq9WSCWC',7,8,1,'{"type":"place","cell":"c3"}',0,1794772155614,'ada','kewbz-7');
INSERT INTO "entries" VALUES('qkR1Bq9WSCWC',8,9,0,'{"type":"place","cell":"d5","stack":["b5"]}',0,1794772155615,'ada','kewbz-8');
CREATE TABLE finished (  -- games that are over, numbered as they ended
        number INTEGER PRIMARY KEY,
        table_id TEXT, game TEXT, scale TEXT, rated INTEGER, reason TEXT, at INTEGER,
        moves INTEGER, outcome TEXT
    ) STRICT, WITHOUT ROWID;
CREATE TABLE happenings (
    table_id TEXT, seq INTEGER, what TEXT, at INTEGER, guest TEXT, ask TEXT,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "happenings" VALUES('-G3dLo8e6Wsz',0,'{"type":"sat","seat":0,"guest":"ada","name":"Ada"}',1794772155688,NULL,NULL);
INSERT INTO "happenings" VALUES('-G3dLo8e6Wsz',1,'{"type":"sat","seat":1,"guest":"ada","name":"Eve"}',1794772155688,NULL,NULL);
INSERT INTO "happenings" VALUES('-G3dLo8e6Wsz',2,'{"type":"sat","seat":2,"guest":"ada","name":"Ada"}',1794772155688,NULL,NULL);
INSERT INTO "happenings" VALUES('0Ywigt8qtesi',0,'{"type":"sat","seat":0,"guest":"ada","name":"Ada"}',1794772155619,NULL,NULL);
INSERT INTO "happenings" VALUES('0Ywigt8qtesi',1,'{"type":"sat","seat":1,"guest":"ada","name":"Eve"}',1794772155619,NULL,NULL);
INSERT INTO "happenings" VALUES('PLIbigZxtO1m',0,'{"type":"sat","seat":0,"guest":"ada","name":"Ada"}',1794772156790,NULL,NULL);
INSERT INTO "happenings" VALUES('PLIbigZxtO1m',1,'{"type":"sat","seat":1,"guest":"ada","name":"Eve"}',1794772156790,NULL,NULL);
INSERT INTO "happenings" VALUES('RA6jVfKyBR5w',0,'{"type":"sat","seat":0,"guest":"ada","name":"Ada"}',1794772155617,NULL,NULL);
INSERT INTO "happenings" VALUES('TOJHMsWCZb-6',0,'{"type":"sat","seat":0,"guest":"ada","name":"Ada"}',1794772156457,NULL,NULL);
INSERT INTO "happenings" VALUES('TOJHMsWCZb-6',1,'{"type":"sat","seat":1,"guest":"ada","name":"Eve"}',1794772156457,NULL,NULL);
INSERT INTO "happenings" VALUES('nVTSY5nwkKhi',0,'{"type":"sat","seat":0,"guest":"ada","name":"Ada"}',1794772155929,NULL,NULL);
INSERT INTO "happenings" VALUES('qkR1Bq9WSCWC',0,'{"type":"sat","seat":0,"guest":"ada","name":"Ada"}',1794772155605,NULL,NULL);
INSERT INTO "happenings" VALUES('qkR1Bq9WSCWC',1,'{"type":"sat","seat":1,"guest":"ada","name":"Eve"}',1794772155605,NULL,NULL);
CREATE TABLE here (  -- who has a connection to a table at which worker
        table_id TEXT, worker TEXT, guests TEXT,
        PRIMARY KEY (table_id, worker)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE invitations (  -- into a house that is not open to everybody
        hash TEXT PRIMARY KEY,  -- of the secret in the link
        made INTEGER, ends INTEGER, uses INTEGER,  -- how often it may still be used
        note TEXT
    ) STRICT, WITHOUT ROWID;
CREATE TABLE mail_codes (  -- sent to an address, to be typed in by who reads its mail
        asked_by TEXT PRIMARY KEY,  -- the guest who waits for it
        purpose TEXT, address TEXT, salt TEXT, hash TEXT, ends INTEGER, tries INTEGER
    ) STRICT, WITHOUT ROWID;
CREATE TABLE outages (  -- when none was
        began INTEGER PRIMARY KEY, ended INTEGER
    ) STRICT, WITHOUT ROWID;
CREATE TABLE outbox (  -- whose turn it is, and what is to be sent to whom about it
        guest TEXT, table_id TEXT, channel TEXT,
        kind TEXT,
        turn INTEGER,  -- 1: it still is theirs
        since INTEGER, deadline INTEGER,
        company TEXT,  -- the names of the others
        due INTEGER, tries INTEGER,
        told INTEGER,  -- 1: they were told, and have not been there since
        PRIMARY KEY (guest, table_id, channel)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE pages (  -- what a person lets others see of them
        guest TEXT PRIMARY KEY, shows TEXT
    ) STRICT, WITHOUT ROWID;
CREATE TABLE passkey_challenges (  -- each is answered once
        challenge TEXT PRIMARY KEY,
        guest TEXT,  -- whose new passkey it is; none: somebody comes in with one
        host TEXT, origin TEXT, ends INTEGER
    ) STRICT, WITHOUT ROWID;
CREATE TABLE passkeys (
        id TEXT PRIMARY KEY,
        guest TEXT, host TEXT, public_key TEXT, sign_count INTEGER, made INTEGER, used INTEGER
    ) STRICT, WITHOUT ROWID;
CREATE TABLE people (  -- an index: whom to look for at which tables
    guest TEXT, table_id TEXT, ended INTEGER,
    PRIMARY KEY (guest, table_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "people" VALUES('ada','-G3dLo8e6Wsz',NULL);
INSERT INTO "people" VALUES('ada','0Ywigt8qtesi',NULL);
INSERT INTO "people" VALUES('ada','PLIbigZxtO1m',NULL);
INSERT INTO "people" VALUES('ada','RA6jVfKyBR5w',NULL);
INSERT INTO "people" VALUES('ada','TOJHMsWCZb-6',NULL);
INSERT INTO "people" VALUES('ada','qkR1Bq9WSCWC',1794772155615);
INSERT INTO "people" VALUES('ada','nVTSY5nwkKhi',1794772155962);
CREATE TABLE profiles (  -- of those guests who want to be someone here
        guest TEXT PRIMARY KEY,
        handle TEXT,  -- the public id
        name TEXT, name_key TEXT,  -- as it is shown, and what two names are compared by
        token TEXT,  -- a shape and a colour
        languages TEXT, made INTEGER
    ) STRICT, WITHOUT ROWID;
CREATE TABLE rating_steps (  -- what each rated game did to those who played
        number INTEGER, guest TEXT, scale TEXT,
        mu REAL, sigma REAL,
        mu_before REAL, sigma_before REAL,
        PRIMARY KEY (number, guest)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE ratings (  -- where the steps led
        guest TEXT, scale TEXT, mu REAL, sigma REAL, games INTEGER,
        PRIMARY KEY (guest, scale)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE recoveries (  -- codes of words that make a browser somebody's
        guest TEXT PRIMARY KEY,
        lookup TEXT,  -- a few bits of the code, to find it by
        salt TEXT, hash TEXT, made INTEGER
    ) STRICT, WITHOUT ROWID;
CREATE TABLE results (  -- what they came to for each who played; follows from the logs
        number INTEGER, seat INTEGER,
        guest TEXT,  -- none ('') is a bot
        level TEXT, name TEXT, name_key TEXT,
        place INTEGER, score INTEGER, won INTEGER, gone INTEGER, late INTEGER, tower INTEGER,
        game TEXT, rated INTEGER,
        PRIMARY KEY (number, seat, guest)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE said (  -- how often somebody said a word that counted; follows from the logs
        number INTEGER, guest TEXT, word TEXT, times INTEGER,
        PRIMARY KEY (guest, number, word)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE seeks (  -- of those who look for someone to play with, one each
        guest TEXT PRIMARY KEY, ask TEXT, name TEXT,
        kind TEXT, seats INTEGER,  -- what is looked for
        strength INTEGER, near INTEGER,
        since INTEGER, beat INTEGER,  -- when it began, and when its guest was last here
        room TEXT,  -- the id of a table that may be made for it
        table_id TEXT, paired INTEGER  -- the table that was found, and when
    ) STRICT, WITHOUT ROWID;
CREATE TABLE settings (
        name TEXT PRIMARY KEY, value TEXT
    ) STRICT, WITHOUT ROWID;
CREATE TABLE tables (
    id TEXT PRIMARY KEY, game TEXT, rules INTEGER, seats INTEGER, options TEXT, seed TEXT,
    creator TEXT, created INTEGER,
    status TEXT, updated INTEGER  -- an index for the lobby: the logs hold the truth
, due INTEGER, time_control TEXT, listed INTEGER) STRICT, WITHOUT ROWID;
INSERT INTO "tables" VALUES('-G3dLo8e6Wsz','prolix',1,3,'{"challenges":"rulebook","tie_window_ms":800,"challenge_window_ms":6000,"vote_window_ms":10000,"timer_ms":45000,"rounds":null}','4906e02701ea08345dddebacccb79c97','ada',1794772155688,'playing',1794772155688,1794772155688,NULL,1);
INSERT INTO "tables" VALUES('0Ywigt8qtesi','kewbz',1,2,'{"size":8,"cubes":30,"swap":false}','46758df8e21ae1eececd7582c0208873','ada',1794772155619,'playing',1794772155619,1794772155619,NULL,1);
INSERT INTO "tables" VALUES('PLIbigZxtO1m','konexi',1,2,'{"goal":20,"steady":false,"bumps":false,"first":null}','fb3a8e7a9020b39727bc3bde2ad05687','ada',1794772156790,'playing',1794772156790,1794772156790,NULL,1);
INSERT INTO "tables" VALUES('RA6jVfKyBR5w','kewbz',1,2,'{"size":8,"cubes":30,"swap":false}','1a1eb7d1c179415553a2cdf95223ae27','ada',1794772155617,'waiting',1794772155617,NULL,NULL,1);
INSERT INTO "tables" VALUES('TOJHMsWCZb-6','conex',1,2,'{"table":"medium","goal":null,"first":null}','61a5c5da1710015521b8324198abceac','ada',1794772156457,'playing',1794772156457,1794772156457,NULL,1);
INSERT INTO "tables" VALUES('nVTSY5nwkKhi','prolix',1,1,'{"challenges":"rulebook","tie_window_ms":800,"challenge_window_ms":6000,"vote_window_ms":10000,"timer_ms":45000,"rounds":null}','14671e4ea1c2881160e296d2360c929b','ada',1794772155929,'over',1794772155962,NULL,NULL,1);
INSERT INTO "tables" VALUES('qkR1Bq9WSCWC','kewbz',1,2,'{"size":5,"cubes":8,"swap":false}','db06991d6ce4f81459d1e821d5629158','ada',1794772155605,'over',1794772155615,NULL,NULL,1);
CREATE TABLE uploads (  -- tables of records that somebody brought along
        table_id TEXT PRIMARY KEY, at INTEGER
    ) STRICT, WITHOUT ROWID;
CREATE TABLE vacations (
        guest TEXT, began INTEGER, ended INTEGER,  -- as planned, while it lasts
        PRIMARY KEY (guest, began)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE workers (  -- when each was last known to be alive
        worker TEXT PRIMARY KEY, beat INTEGER
    ) STRICT, WITHOUT ROWID;
INSERT INTO "workers" VALUES('this',1794772172019);
CREATE INDEX tables_by_due ON tables (due);
CREATE INDEX days_by_day ON days (day, game, score);
CREATE INDEX tables_by_status ON tables (status, listed, updated);
CREATE UNIQUE INDEX profiles_by_name ON profiles (name_key);
CREATE UNIQUE INDEX profiles_by_handle ON profiles (handle);
CREATE INDEX recoveries_by_lookup ON recoveries (lookup);
CREATE UNIQUE INDEX device_links_by_hash ON device_links (hash);
CREATE INDEX passkeys_by_guest ON passkeys (guest);
CREATE UNIQUE INDEX addresses_by_key ON addresses (address_key);
CREATE UNIQUE INDEX channels_by_target ON channels (kind, target);
CREATE INDEX channels_by_guest ON channels (guest);
CREATE INDEX channels_by_due ON channels (kind, due);
CREATE INDEX outbox_by_due ON outbox (kind, due);
CREATE INDEX outbox_by_channel ON outbox (channel);
CREATE INDEX people_by_ended ON people (guest, ended);
CREATE UNIQUE INDEX finished_by_table ON finished (table_id);
CREATE INDEX finished_by_rated ON finished (rated, number);
CREATE INDEX results_by_game ON results (guest, game, won, tower);
CREATE INDEX ratings_by_scale ON ratings (scale, mu, sigma);
CREATE UNIQUE INDEX bots_by_handle ON bots (handle);
CREATE UNIQUE INDEX bots_by_name ON bots (name_key);
CREATE UNIQUE INDEX bots_by_hash ON bots (hash);
CREATE INDEX bots_by_author ON bots (author);
CREATE INDEX bots_by_seen ON bots (seen);
CREATE INDEX results_by_guest
        ON results (guest, number, seat, game, won, place, gone, late, rated);
CREATE INDEX rating_steps_by_guest ON rating_steps (guest, number, scale, mu);
CREATE INDEX uploads_by_at ON uploads (at);
PRAGMA user_version = 7;
COMMIT;
