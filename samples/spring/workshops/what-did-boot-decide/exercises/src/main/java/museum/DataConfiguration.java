package museum;

import javax.sql.DataSource;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class DataConfiguration {

    // Needed before the move to Spring Boot.
    @Bean
    DataSource museumDataSource() {
        return DataSourceBuilder.create()
            .url("jdbc:postgresql://localhost/museum")
            .username("museum")
            .build();
    }
}
